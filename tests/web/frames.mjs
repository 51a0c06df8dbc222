// How long the page is held up: runs in the page.

/**
 * Begins to note how long the work of each frame takes, how far frames lie
 * apart, and every task of the page that is longer than 50 ms.
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

/** Returns what was noted, and begins anew. */
export const take = () => {
    const { work, apart, tasks } = self.noted;
    Object.assign(self.noted, { work: [], apart: [], tasks: [] });
    return { work, apart, tasks };
};
