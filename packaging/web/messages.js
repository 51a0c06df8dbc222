// Translated messages of the loading screen.

const MESSAGES = {
    en: {
        loading: "Loading",
        starting: "Setting up the boards",
        again: "Reload",
        "no-script": "This browser is too old for Tianyuan, which needs WebAssembly with SIMD. All browsers since 2023 support it.",
        "no-graphics": "Tianyuan needs WebGL 2, which this browser does not offer. Please turn on hardware acceleration in its settings, or use another browser.",
        "no-network": "Loading failed. Please check your connection and reload.",
        changed: "A new version is being published. Please reload in a moment.",
        failed: "Tianyuan has stopped. Your game is saved up to the last move. Please reload.",
        "context-lost": "The browser released the graphics, as it does when memory is low. Your game is saved. Please reload.",
    },
    zh: {
        loading: "正在载入",
        starting: "正在摆放棋盘",
        again: "重新载入",
        "no-script": "此浏览器过旧，无法运行天元：需要支持 SIMD 的 WebAssembly，2023 年以后的浏览器都有。",
        "no-graphics": "天元需要 WebGL 2，而此浏览器不支持。请在浏览器设置中打开硬件加速，或换一个浏览器。",
        "no-network": "载入失败。请检查网络，然后重新载入。",
        changed: "新版本正在发布，请稍后重新载入。",
        failed: "天元已停止运行。对局已保存到最后一步。请重新载入。",
        "context-lost": "内存不足，浏览器收回了图形资源。对局已保存。请重新载入。",
    },
};

const languages = navigator.languages ?? [navigator.language];
const preferred = languages.find((language) => /^(en|zh)\b/i.test(language)) ?? "en";

/** The language of the page: "en" or "zh-Hans". */
export const language = /^zh/i.test(preferred) ? "zh-Hans" : "en";

/** The message with this id in the language of the page. */
export const message = (id) => MESSAGES[language === "en" ? "en" : "zh"][id];
