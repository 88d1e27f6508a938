import rigy from 'rigy/vite';

// The documents are files of the site, which the page loads. The plugin is for Vite before version 8 only.
export default { publicDir: '../models', plugins: [rigy()], build: { target: 'es2022' } };
