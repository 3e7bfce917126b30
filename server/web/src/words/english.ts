// The English texts. They are part of the page's script: every other language falls back to them.
const files = import.meta.glob<string>("./en/*.ftl", { query: "?raw", import: "default", eager: true });
export default Object.values(files);
