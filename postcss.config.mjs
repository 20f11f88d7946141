// biome-ignore lint/style/noDefaultExport: the build reads the default export
export default { plugins: { "@tailwindcss/postcss": {} } };
