//! Android functions that are reached only through Java (JNI). A call may be
//! refused or unknown to an old system; then it returns `None`, and the
//! application goes on without.

use bevy::android::ANDROID_APP;
use bevy::log::warn;
use jni::errors::Result;
use jni::objects::{JObject, JString, JValue};
use jni::refs::Global;
use jni::signature::RuntimeMethodSignature;
use jni::strings::JNIString;
use jni::{Env, JavaVM, jni_sig, jni_str};

/// Shared folder, as the `relative_path` of `MediaStore.Downloads`.
const DOWNLOADS: &str = "Download/Tianyuan";

/// Window insets in physical pixels: left, top, right and bottom covered by
/// system bars, the keyboard and the display cutout.
pub(super) fn window_insets() -> Option<[i32; 4]> {
    let result = with_activity(|env, activity| {
        let window = object(env, activity, "getWindow", "()Landroid/view/Window;", &[])?;
        let view = object(env, &window, "getDecorView", "()Landroid/view/View;", &[])?;
        let insets =
            object(env, &view, "getRootWindowInsets", "()Landroid/view/WindowInsets;", &[])?;
        if insets.is_null() {
            // The window is not on the screen yet.
            return Ok(None);
        }
        let bars = edges(env, &insets, "getSystemWindowInset")?;
        let cutout =
            object(env, &insets, "getDisplayCutout", "()Landroid/view/DisplayCutout;", &[]);
        let camera = match cutout {
            Ok(cutout) if !cutout.is_null() => edges(env, &cutout, "getSafeInset")?,
            Ok(_) => [0; 4],
            Err(_) => {
                // Display cutouts are known from Android 9 on.
                env.exception_clear();
                [0; 4]
            }
        };
        Ok(Some(std::array::from_fn(|edge| bars[edge].max(camera[edge]))))
    });
    result.flatten()
}

/// Moves the application to the background, as the back key does on the first
/// screen. Returns true if that was done.
pub(super) fn move_to_background() -> bool {
    let done = with_activity(|env, activity| {
        call(env, activity, "moveTaskToBack", "(Z)Z", &[JValue::Bool(true)])?.z()
    });
    done.unwrap_or(false)
}

/// True once the activity has been destroyed for good.
pub(super) fn is_destroyed() -> bool {
    with_activity(|env, activity| call(env, activity, "isDestroyed", "()Z", &[])?.z())
        .unwrap_or(false)
}

/// The text on the clipboard.
pub(super) fn clipboard_text() -> Option<String> {
    let result = with_activity(|env, activity| {
        let board = clipboard(env, activity)?;
        let clip = object(env, &board, "getPrimaryClip", "()Landroid/content/ClipData;", &[])?;
        if clip.is_null() {
            return Ok(None);
        }
        let item = "(I)Landroid/content/ClipData$Item;";
        let item = object(env, &clip, "getItemAt", item, &[JValue::Int(0)])?;
        let chars = "(Landroid/content/Context;)Ljava/lang/CharSequence;";
        let chars = object(env, &item, "coerceToText", chars, &[JValue::Object(activity)])?;
        let text = object(env, &chars, "toString", "()Ljava/lang/String;", &[])?;
        let text = env.cast_local::<JString>(text)?;
        text.try_to_string(env).map(Some)
    });
    result.flatten()
}

/// Puts a text on the clipboard.
pub(super) fn copy(text: &str) {
    let done = with_activity(|env, activity| {
        let board = clipboard(env, activity)?;
        let text = env.new_string(text)?;
        let clip = env
            .call_static_method(
                jni_str!("android/content/ClipData"),
                jni_str!("newPlainText"),
                jni_sig!(
                    "(Ljava/lang/CharSequence;Ljava/lang/CharSequence;)Landroid/content/ClipData;"
                ),
                &[JValue::Object(&text), JValue::Object(&text)],
            )?
            .l()?;
        let taken = "(Landroid/content/ClipData;)V";
        call(env, &board, "setPrimaryClip", taken, &[JValue::Object(&clip)])?.v()
    });
    if done.is_none() {
        warn!("the text was not copied");
    }
}

/// Saves a file to the shared downloads and returns its location. The system
/// keeps existing files of the same name. `None` before Android 10, where
/// that needs a permission.
pub fn save_to_downloads(name: &str, bytes: &[u8]) -> Option<String> {
    with_activity(|env, activity| {
        let resolver = "()Landroid/content/ContentResolver;";
        let resolver = object(env, activity, "getContentResolver", resolver, &[])?;
        let class = jni_str!("android/content/ContentValues");
        let values = env.new_object(class, jni_sig!("()V"), &[])?;
        let entries = [
            ("_display_name", name),
            // A generic type, so that the system keeps the extension.
            ("mime_type", "application/octet-stream"),
            ("relative_path", DOWNLOADS),
        ];
        for (key, value) in entries {
            let (key, value) = (env.new_string(key)?, env.new_string(value)?);
            let put = "(Ljava/lang/String;Ljava/lang/String;)V";
            call(env, &values, "put", put, &[JValue::Object(&key), JValue::Object(&value)])?;
        }
        let downloads = env
            .get_static_field(
                jni_str!("android/provider/MediaStore$Downloads"),
                jni_str!("EXTERNAL_CONTENT_URI"),
                jni_sig!("Landroid/net/Uri;"),
            )?
            .l()?;
        let insert = "(Landroid/net/Uri;Landroid/content/ContentValues;)Landroid/net/Uri;";
        let arguments = [JValue::Object(&downloads), JValue::Object(&values)];
        let place = object(env, &resolver, "insert", insert, &arguments)?;
        let open = "(Landroid/net/Uri;)Ljava/io/OutputStream;";
        let stream = object(env, &resolver, "openOutputStream", open, &[JValue::Object(&place)])?;
        let content = env.byte_array_from_slice(bytes)?;
        call(env, &stream, "write", "([B)V", &[JValue::Object(&content)])?;
        call(env, &stream, "close", "()V", &[])?;
        Ok(format!("{DOWNLOADS}/{name}"))
    })
}

fn clipboard<'local>(env: &mut Env<'local>, activity: &JObject) -> Result<JObject<'local>> {
    let name = env.new_string("clipboard")?;
    let service = "(Ljava/lang/String;)Ljava/lang/Object;";
    object(env, activity, "getSystemService", service, &[JValue::Object(&name)])
}

/// Calls the four getters with this prefix: left, top, right and bottom.
fn edges(env: &mut Env, of: &JObject, name: &str) -> Result<[i32; 4]> {
    let mut pixels = [0; 4];
    for (pixels, edge) in pixels.iter_mut().zip(["Left", "Top", "Right", "Bottom"]) {
        *pixels = call(env, of, &format!("{name}{edge}"), "()I", &[])?.i()?;
    }
    Ok(pixels)
}

/// Calls a method that returns an object.
fn object<'local>(
    env: &mut Env<'local>,
    of: &JObject,
    name: &str,
    signature: &str,
    arguments: &[JValue],
) -> Result<JObject<'local>> {
    call(env, of, name, signature, arguments)?.l()
}

fn call<'local>(
    env: &mut Env<'local>,
    of: &JObject,
    name: &str,
    signature: &str,
    arguments: &[JValue],
) -> Result<jni::JValueOwned<'local>> {
    let signature = RuntimeMethodSignature::from_str(signature)?;
    env.call_method(of, JNIString::new(name), signature.method_signature(), arguments)
}

/// Calls methods of the activity. A Java exception is caught and logged.
fn with_activity<T>(call: impl FnOnce(&mut Env, &JObject) -> Result<T>) -> Option<T> {
    let app = ANDROID_APP.get()?;
    let java = JavaVM::singleton().ok()?;
    let result = java.attach_current_thread(|env| {
        let activity: jni::sys::jobject = app.activity_as_ptr().cast();
        #[expect(unsafe_code, reason = "the reference lives as long as the program's `app`")]
        let activity = unsafe { env.as_cast_raw::<Global<JObject>>(&activity)? };
        call(env, &activity)
    });
    match result {
        Ok(value) => Some(value),
        Err(error) => {
            warn!("a call to Android failed: {error}");
            None
        }
    }
}
