//! What Android tells and does only by way of Java. A call may be refused,
//! and an old system may not know it; then there is no answer and the program
//! goes on without.

use bevy::android::ANDROID_APP;
use bevy::log::warn;
use jni::errors::Result;
use jni::objects::{JObject, JString, JValue};
use jni::refs::Global;
use jni::signature::RuntimeMethodSignature;
use jni::strings::JNIString;
use jni::{Env, JavaVM, jni_sig, jni_str};

/// The folder of files that all programs see, as `relative_path` of the list
/// of downloads names it.
const DOWNLOADS: &str = "Download/Tianyuan";

/// How many pixels at the left, the top, the right and the bottom of the
/// window the system's bars, its keyboard and the camera cover.
pub(super) fn covered() -> Option<[i32; 4]> {
    let asked = with_activity(|env, activity| {
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
                // Before Android 9 no screen had a camera within that the
                // system knew of.
                env.exception_clear();
                [0; 4]
            }
        };
        Ok(Some(std::array::from_fn(|edge| bars[edge].max(camera[edge]))))
    });
    asked.flatten()
}

/// Brings the screen before this program back, as the key for going back does
/// on the first screen of a program. Whether that was done.
pub(super) fn step_back() -> bool {
    let done = with_activity(|env, activity| {
        call(env, activity, "moveTaskToBack", "(Z)Z", &[JValue::Bool(true)])?.z()
    });
    done.unwrap_or(false)
}

/// Whether the window is gone and will not come back.
pub(super) fn is_destroyed() -> bool {
    with_activity(|env, activity| call(env, activity, "isDestroyed", "()Z", &[])?.z())
        .unwrap_or(false)
}

/// The text on the clipboard.
pub(super) fn pasted() -> Option<String> {
    let asked = with_activity(|env, activity| {
        let board = clipboard(env, activity)?;
        let clip = object(env, &board, "getPrimaryClip", "()Landroid/content/ClipData;", &[])?;
        if clip.is_null() {
            return Ok(None);
        }
        let item = "(I)Landroid/content/ClipData$Item;";
        let item = object(env, &clip, "getItemAt", item, &[JValue::Int(0)])?;
        let words = "(Landroid/content/Context;)Ljava/lang/CharSequence;";
        let words = object(env, &item, "coerceToText", words, &[JValue::Object(activity)])?;
        let text = object(env, &words, "toString", "()Ljava/lang/String;", &[])?;
        let text = env.cast_local::<JString>(text)?;
        text.try_to_string(env).map(Some)
    });
    asked.flatten()
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

/// Writes a file among the downloads, which every program for files shows,
/// and tells where. The system keeps what is there under the same name.
/// `None` before Android 10, whose downloads ask for a permission.
pub fn download(name: &str, bytes: &[u8]) -> Option<String> {
    with_activity(|env, activity| {
        let resolver = "()Landroid/content/ContentResolver;";
        let resolver = object(env, activity, "getContentResolver", resolver, &[])?;
        let class = jni_str!("android/content/ContentValues");
        let values = env.new_object(class, jni_sig!("()V"), &[])?;
        let entries = [
            ("_display_name", name),
            // Of no kind, so that the system leaves the ending of the name.
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

/// The numbers of the four methods that begin with this name, from the left
/// round to the bottom.
fn edges(env: &mut Env, of: &JObject, name: &str) -> Result<[i32; 4]> {
    let mut pixels = [0; 4];
    for (pixels, edge) in pixels.iter_mut().zip(["Left", "Top", "Right", "Bottom"]) {
        *pixels = call(env, of, &format!("{name}{edge}"), "()I", &[])?.i()?;
    }
    Ok(pixels)
}

/// What a method that gives an object gives.
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

/// What comes of asking something of the activity, which is the window as
/// Java sees it. An exception is caught and told.
fn with_activity<T>(ask: impl FnOnce(&mut Env, &JObject) -> Result<T>) -> Option<T> {
    let app = ANDROID_APP.get()?;
    let java = JavaVM::singleton().ok()?;
    let asked = java.attach_current_thread(|env| {
        let activity: jni::sys::jobject = app.activity_as_ptr().cast();
        #[expect(unsafe_code, reason = "the reference lives as long as the program's `app`")]
        let activity = unsafe { env.as_cast_raw::<Global<JObject>>(&activity)? };
        ask(env, &activity)
    });
    match asked {
        Ok(answer) => Some(answer),
        Err(error) => {
            warn!("Android does not answer: {error}");
            None
        }
    }
}
