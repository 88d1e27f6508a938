import rigy from 'rigy/vite';

export default {
  plugins: [rigy({ render: { width: 320, height: 240, background: 'transparent' } })],
  // Documents may lie outside of the project, as they do here.
  server: { fs: { allow: ['..'] } },
  build: { target: 'es2022' },
};
