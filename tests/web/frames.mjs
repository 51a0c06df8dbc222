// How evenly the page draws: runs in the page.

/** Begins to note every frame and every long task. */
export const begin = () => {
    const noted = { frames: [], tasks: [], running: true };
    self.noted = noted;
    let before;
    const frame = (now) => {
        if (before !== undefined) noted.frames.push(now - before);
        before = now;
        if (noted.running) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    noted.observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) noted.tasks.push(entry.duration);
    });
    noted.observer.observe({ entryTypes: ["longtask"] });
};

/** Returns the longest of each and how many there were, and begins anew. */
export const take = () => {
    const { frames, tasks } = self.noted;
    const longest = (list) => list.reduce((most, one) => Math.max(most, one), 0);
    const result = {
        frames: frames.length,
        longest: longest(frames),
        late: frames.filter((millis) => millis >= 50).length,
        tasks: tasks.length,
        task: longest(tasks),
    };
    self.noted.frames = [];
    self.noted.tasks = [];
    return result;
};
