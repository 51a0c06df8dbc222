// Measures frame times and long tasks; the functions run in the page.

/**
 * Starts recording the duration of each frame's work, the intervals between
 * frames, and the page's tasks longer than 50 ms.
 */
export const begin = () => {
    const noted = { work: [], apart: [], tasks: [] };
    self.noted = noted;
    const real = self.requestAnimationFrame.bind(self);
    self.requestAnimationFrame = (draw) => real((now) => {
        const start = performance.now();
        draw(now);
        noted.work.push(performance.now() - start);
    });
    let before;
    const frame = (now) => {
        if (before !== undefined) noted.apart.push(now - before);
        before = now;
        real(frame);
    };
    real(frame);
    noted.observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) noted.tasks.push(entry.duration);
    });
    noted.observer.observe({ entryTypes: ["longtask"] });
};

/** Returns the recorded times in milliseconds and clears them. */
export const take = () => {
    const { work, apart, tasks } = self.noted;
    Object.assign(self.noted, { work: [], apart: [], tasks: [] });
    return { work, apart, tasks };
};
