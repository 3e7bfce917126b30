// The German texts, loaded only when they are needed.
const files = import.meta.glob<string>("./de/*.ftl", { query: "?raw", import: "default", eager: true });
export default Object.values(files);
