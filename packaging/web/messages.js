// Translated messages of the loading screen.

const MESSAGES = {
    en: {
        loading: "Loading",
        starting: "Setting up the boards",
        again: "Load again",
        "no-script": "This browser is too old for Tianyuan: it needs WebAssembly with SIMD, which every browser since 2023 has.",
        "no-graphics": "Tianyuan draws with WebGL 2, and this browser does not offer it. Please switch on hardware graphics in its settings, or use another browser.",
        "no-network": "Loading did not finish. Please see whether you are online, and load again.",
        changed: "A new version is just being put up. Please load again in a moment.",
        failed: "Tianyuan has stopped. Your game is kept up to the last move. Please load again.",
        "context-lost": "The browser has taken the graphics away, as it does when memory is short. Your game is kept. Please load again.",
    },
    zh: {
        loading: "正在载入",
        starting: "正在摆放棋盘",
        again: "重新载入",
        "no-script": "此浏览器过旧，无法运行天元：需要支持 SIMD 的 WebAssembly，2023 年以后的浏览器都有。",
        "no-graphics": "天元用 WebGL 2 绘制画面，而此浏览器没有提供。请在浏览器设置中打开硬件图形加速，或换一个浏览器。",
        "no-network": "载入没有完成。请检查网络，然后重新载入。",
        changed: "新版本正在发布，请稍后重新载入。",
        failed: "天元已停止运行。棋局保存到最后一手。请重新载入。",
        "context-lost": "浏览器收回了图形资源，内存不足时会这样。棋局已保存。请重新载入。",
    },
};

const languages = navigator.languages ?? [navigator.language];
const preferred = languages.find((language) => /^(en|zh)\b/i.test(language)) ?? "en";

/** The language of the page: "en" or "zh-Hans". */
export const language = /^zh/i.test(preferred) ? "zh-Hans" : "en";

/** The message with this id in the language of the page. */
export const message = (id) => MESSAGES[language === "en" ? "en" : "zh"][id];
