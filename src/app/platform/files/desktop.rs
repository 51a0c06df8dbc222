//! File dialogs of desktop systems.

use std::sync::mpsc::Sender;
use std::time::Duration;

use bevy::tasks::IoTaskPool;
use rfd::AsyncFileDialog;
use web_time::Instant;

use super::{DialogResult, PickedFile, Purpose, SaveFile, write_file};
use crate::app::platform::Waker;

/// A dialog that is cancelled sooner than this was never shown.
const MIN_DIALOG_TIME: Duration = Duration::from_millis(300);

pub(super) fn pick(purpose: Purpose, results: Sender<DialogResult>, waker: Waker) {
    let opened_at = Instant::now();
    let dialog = AsyncFileDialog::new();
    // Some systems open dialogs from the main thread only, so not in the task.
    let (files, folder) = match purpose {
        Purpose::Folder => (None, Some(dialog.pick_folder())),
        Purpose::Open | Purpose::Picture | Purpose::Program => (Some(dialog.pick_files()), None),
    };
    let task = async move {
        let picked = match (files, folder) {
            (Some(files), _) => files.await,
            (None, Some(folder)) => folder.await.map(|folder| vec![folder]),
            (None, None) => None,
        };
        let result = match picked {
            Some(files) if files.is_empty() => None,
            Some(files) => {
                let picked = |file: rfd::FileHandle| PickedFile::from_path(file.path().to_owned());
                Some(DialogResult::Picked(files.into_iter().map(picked).collect()))
            }
            None => (opened_at.elapsed() < MIN_DIALOG_TIME).then_some(DialogResult::NoDialog(None)),
        };
        send_result(result, &results, &waker);
    };
    IoTaskPool::get().spawn(task).detach();
}

pub(super) fn save(save: SaveFile, results: Sender<DialogResult>, waker: Waker) {
    let opened_at = Instant::now();
    let dialog = AsyncFileDialog::new().set_file_name(&save.name).save_file();
    let task = async move {
        let result = match dialog.await {
            Some(file) => Some(DialogResult::Notice(write_file(file.path(), &save.bytes))),
            None => (opened_at.elapsed() < MIN_DIALOG_TIME)
                .then_some(DialogResult::NoDialog(Some(save))),
        };
        send_result(result, &results, &waker);
    };
    IoTaskPool::get().spawn(task).detach();
}

fn send_result(result: Option<DialogResult>, results: &Sender<DialogResult>, waker: &Waker) {
    if let Some(result) = result {
        // It fails only when the program is ending.
        let _ = results.send(result);
        waker.wake();
    }
}
