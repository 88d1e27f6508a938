// Quaternions and vectors as plain tuples. None of these normalizes: the compiler uses a pose's
// quaternion as given, and so does the view.

export type Vec3 = [x: number, y: number, z: number];
export type Quaternion = [w: number, x: number, y: number, z: number];

export const identity: Quaternion = [1, 0, 0, 0];

export function multiply(a: Quaternion, b: Quaternion): Quaternion {
  const [aw, ax, ay, az] = a;
  const [bw, bx, by, bz] = b;
  return [
    aw * bw - ax * bx - ay * by - az * bz,
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
  ];
}

export function dot(a: Quaternion, b: Quaternion): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

export function conjugate([w, x, y, z]: Quaternion): Quaternion {
  return [w, -x, -y, -z];
}

export function scaled(q: Quaternion, factor: number): Quaternion {
  return [q[0] * factor, q[1] * factor, q[2] * factor, q[3] * factor];
}

export function inverse(q: Quaternion): Quaternion {
  return scaled(conjugate(q), 1 / dot(q, q));
}

export function normalized(q: Quaternion): Quaternion {
  const length = Math.sqrt(dot(q, q));
  return length > 0 ? scaled(q, 1 / length) : identity;
}

// q·v·conj(q): for a unit quaternion the rotated vector.
export function rotate(q: Quaternion, v: Vec3): Vec3 {
  const [, x, y, z] = multiply(multiply(q, [0, ...v]), conjugate(q));
  return [x, y, z];
}

export function add(a: Vec3, b: Vec3): Vec3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function subtract(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function mix(a: Vec3, b: Vec3, t: number): Vec3 {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}

// Takes the shorter way.
export function slerp(a: Quaternion, b: Quaternion, t: number): Quaternion {
  const cosine = dot(a, b);
  const target = cosine < 0 ? scaled(b, -1) : b;
  const angle = Math.acos(Math.min(1, Math.abs(cosine)));
  const sine = Math.sin(angle);
  const [from, to] =
    sine < 1e-6 ? [1 - t, t] : [Math.sin((1 - t) * angle) / sine, Math.sin(t * angle) / sine];
  return normalized([
    from * a[0] + to * target[0],
    from * a[1] + to * target[1],
    from * a[2] + to * target[2],
    from * a[3] + to * target[3],
  ]);
}

// Euler angles in radians, in the order of the language: Rz·Ry·Rx.
export function fromEuler([rx, ry, rz]: Vec3): Quaternion {
  const about = (angle: number, axis: 1 | 2 | 3): Quaternion => {
    const q: Quaternion = [Math.cos(angle / 2), 0, 0, 0];
    q[axis] = Math.sin(angle / 2);
    return q;
  };
  return multiply(multiply(about(rz, 3), about(ry, 2)), about(rx, 1));
}

export function toEuler(q: Quaternion): Vec3 {
  const [w, x, y, z] = normalized(q);
  const sine = Math.max(-1, Math.min(1, 2 * (w * y - x * z)));
  if (Math.abs(sine) > 0.999999) {
    // Gimbal lock: only the sum of the other two angles is determined.
    return [0, (Math.sign(sine) * Math.PI) / 2, -2 * Math.sign(sine) * Math.atan2(x, w)];
  }
  return [
    Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
    Math.asin(sine),
    Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)),
  ];
}
