// The autoplay policy allows sound only after the first user gesture; earlier
// attempts are logged as warnings. Audio contexts of the application stay
// suspended until then, and while the page is hidden.

const outputs = new Set();
let activated = navigator.userActivation?.hasBeenActive ?? false;
let pageHidden = false;

const NativeAudioContext = self.AudioContext;

/** Resumes or suspends every audio context. */
function updateOutputs() {
    for (const output of outputs) {
        if (output.state === "closed") outputs.delete(output);
        else if (activated && !pageHidden) output.begin();
        else if (output.state === "running") output.suspend().catch(() => {});
    }
}

if (NativeAudioContext) {
    self.AudioContext = class extends NativeAudioContext {
        constructor(...options) {
            super(...options);
            outputs.add(this);
        }
        /** Resumes the context if sound is allowed now. */
        resume() {
            return activated && !pageHidden ? super.resume() : Promise.resolve();
        }
        begin() {
            super.resume().catch(() => {});
        }
    };
}

/** Suspends sound while the page is hidden. */
export function setPageHidden(hidden) {
    pageHidden = hidden;
    updateOutputs();
}

for (const gesture of ["pointerup", "touchend", "keydown"]) {
    self.addEventListener(gesture, () => {
        if (activated) return;
        activated = true;
        updateOutputs();
    }, { capture: true, passive: true });
}
