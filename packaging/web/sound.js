// Sound in a browser begins with the first touch: until then a page may not
// be heard, and one that tries is rebuked on the console. Every output that
// the application opens is held back until then, and while nobody looks.

const outputs = new Set();
let touched = navigator.userActivation?.hasBeenActive ?? false;
let away = false;

const Real = self.AudioContext;

/** Opens the outputs that may be heard, closes the others. */
function settle() {
    for (const output of outputs) {
        if (output.state === "closed") outputs.delete(output);
        else if (touched && !away) output.begin();
        else if (output.state === "running") output.suspend().catch(() => {});
    }
}

if (Real) {
    self.AudioContext = class extends Real {
        constructor(...options) {
            super(...options);
            outputs.add(this);
        }
        /** Opens the output, if it may be heard. */
        resume() {
            return touched && !away ? super.resume() : Promise.resolve();
        }
        begin() {
            super.resume().catch(() => {});
        }
    };
}

/** Nobody looks: be silent. Or somebody looks again. */
export function hush(hidden) {
    away = hidden;
    settle();
}

for (const gesture of ["pointerup", "touchend", "keydown"]) {
    self.addEventListener(gesture, () => {
        if (touched) return;
        touched = true;
        settle();
    }, { capture: true, passive: true });
}
