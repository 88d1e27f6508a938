"""Motion documents (docs/motion.md), evaluated as the page says and not as the program does: bones by name, rotations as
matrices, everything from the root down for every moment.
"""

import math
import os

import symmetry
from document import load_document
from expressions import is_expression, quantized, steps
from linear import add, apply, cross, dot, multiply, scale, subtract, transpose
from preprocess import ParamValue, preprocess
from yaml12 import load_yaml

IDENTITY = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
ORIGIN = (0.0, 0.0, 0.0)
FRONT, UP = (0.0, 0.0, -1.0), (0.0, 1.0, 0.0)
NEWEST_MINOR = 13


def length(v):
    return math.sqrt(dot(v, v))


def unit(v):
    return scale(1 / length(v), v)


def axis_matrix(axis, degrees):
    x, y, z = unit(axis)
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    t = 1 - c
    return ((t * x * x + c, t * x * y - s * z, t * x * z + s * y),
            (t * x * y + s * z, t * y * y + c, t * y * z - s * x),
            (t * x * z - s * y, t * y * z + s * x, t * z * z + c))


def quaternion_matrix(x, y, z, w):
    n = math.sqrt(x * x + y * y + z * z + w * w)
    x, y, z, w = x / n, y / n, z / n, w / n
    return ((1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
            (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
            (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)))


def matrix_quaternion(m):
    """(w, x, y, z), from whichever component is largest."""
    candidates = (1 + m[0][0] + m[1][1] + m[2][2], 1 + m[0][0] - m[1][1] - m[2][2],
                  1 - m[0][0] + m[1][1] - m[2][2], 1 - m[0][0] - m[1][1] + m[2][2])
    largest = max(range(4), key=lambda i: candidates[i])
    s = 2 * math.sqrt(candidates[largest])
    a, b, c = m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]
    d, e, f = m[0][1] + m[1][0], m[0][2] + m[2][0], m[1][2] + m[2][1]
    return ((s / 4, a / s, b / s, c / s), (a / s, s / 4, d / s, e / s),
            (b / s, d / s, s / 4, f / s), (c / s, e / s, f / s, s / 4))[largest]


def arc(start, end):
    """The shortest rotation between two directions."""
    start, end = unit(start), unit(end)
    axis = cross(start, end)
    if length(axis) < 1e-12:
        if dot(start, end) > 0:
            return IDENTITY
        least = min(range(3), key=lambda i: abs(start[i]))
        return axis_matrix(cross(start, tuple(float(i == least) for i in range(3))), 180)
    return axis_matrix(axis, math.degrees(math.atan2(length(axis), dot(start, end))))


def reflect(v):
    return (-v[0], v[1], v[2])


def reflect_matrix(m):
    return tuple(tuple(-m[i][j] if (i == 0) != (j == 0) else m[i][j] for j in range(3)) for i in range(3))


class Skeleton:
    def __init__(self, armature):
        self.bones = {bone['id']: bone for bone in armature['bones']}
        self.order = []
        for name in self.bones:
            self.visit(name)

    def visit(self, name):
        if name in self.order:
            return
        if self.parent(name):
            self.visit(self.parent(name))
        self.order.append(name)

    def parent(self, name):
        parent = self.bones[name]['parent']
        return None if parent == 'none' else parent

    def head(self, name):
        return tuple(self.bones[name]['head'])

    def along(self, name):
        return subtract(tuple(self.bones[name]['tail']), self.head(name))

    def offset(self, name):
        parent = self.parent(name)
        return subtract(self.head(name), self.head(parent)) if parent else self.head(name)

    def axes(self, name):
        """+Y from head to tail; the roll turns about it."""
        direction = unit(self.along(name))
        if direction[1] < 0 and math.hypot(direction[0], direction[2]) < 1e-6:
            upright = axis_matrix((0, 0, 1), 180)
        else:
            upright = arc(UP, direction)
        return multiply(upright, axis_matrix(UP, math.degrees(self.bones[name].get('roll', 0))))

    def chain(self, name, count):
        chain = []
        while name and len(chain) < count:
            chain.insert(0, name)
            name = self.parent(name)
        return chain


class Posture:
    """Turns and moves by bone, and what follows from them."""

    def __init__(self, skeleton, turns, moves):
        self.skeleton, self.turns, self.moves = skeleton, dict(turns), dict(moves)
        self.refresh()

    def refresh(self):
        self.rotation, self.place = {}, {}
        for name in self.skeleton.order:
            parent = self.skeleton.parent(name)
            above = self.rotation[parent] if parent else IDENTITY
            start = self.place[parent] if parent else ORIGIN
            self.rotation[name] = multiply(above, self.turns.get(name, IDENTITY))
            shift = add(self.skeleton.offset(name), self.moves.get(name, ORIGIN))
            self.place[name] = add(start, apply(above, shift))

    def tail(self, name):
        return add(self.place[name], apply(self.rotation[name], self.skeleton.along(name)))

    def set_rotation(self, name, rotation):
        parent = self.skeleton.parent(name)
        above = self.rotation[parent] if parent else IDENTITY
        self.turns[name] = multiply(transpose(above), rotation)
        self.refresh()

    def reach(self, entry):
        skeleton, before = self.skeleton, dict(self.rotation)
        target = tuple(entry['to'])
        if 'in' in entry:
            frame = multiply(self.rotation[entry['in']], skeleton.axes(entry['in']))
            target = add(self.place[entry['in']], apply(frame, target))
        count = entry.get('bones', 2 if skeleton.parent(entry['bone']) else 1)
        chain = skeleton.chain(entry['bone'], count)
        for name, joint in zip(chain, self.joints(chain, target, entry)):
            following = chain[chain.index(name) + 1] if name != chain[-1] else None
            now = self.place[following] if following else self.tail(name)
            turn = arc(subtract(now, self.place[name]), subtract(joint, self.place[name]))
            self.set_rotation(name, multiply(turn, self.rotation[name]))
        for name in skeleton.order:
            if name in entry.get('level', ()):
                self.set_rotation(name, before[name])

    def joints(self, chain, target, entry):
        """Where the ends of the bones of a chain go."""
        if len(chain) == 1:
            return [target]
        if len(chain) > 2:
            raise NotImplementedError('chains of more than two bones')
        start, middle = self.place[chain[0]], self.place[chain[1]]
        first, second = length(subtract(middle, start)), length(subtract(self.tail(chain[1]), middle))
        line = subtract(target, start)
        distance, direction = length(line), unit(line)
        if distance >= first + second:
            return [add(start, scale(first, direction)), target]
        if distance <= abs(first - second):
            return [add(start, scale(first if first > second else -first, direction)), target]
        ahead = (first ** 2 - second ** 2 + distance ** 2) / (2 * distance)
        pole = entry.get('pole') or self.rest_bend(chain)
        aside = unit(subtract(pole, scale(dot(pole, direction), direction)))
        height = math.sqrt(max(0.0, first ** 2 - ahead ** 2))
        return [add(start, add(scale(ahead, direction), scale(height, aside))), target]

    def rest_bend(self, chain):
        if len(chain) < 2:
            return FRONT
        start = self.skeleton.head(chain[0])
        line = subtract(tuple(self.skeleton.bones[chain[1]]['tail']), start)
        middle = subtract(self.skeleton.head(chain[1]), start)
        aside = subtract(middle, scale(dot(middle, unit(line)), unit(line)))
        return aside if length(aside) > 1e-6 * length(line) else FRONT


def computed(value, params):
    if isinstance(value, ParamValue):
        return value.value
    if is_expression(value):
        return quantized(steps(value, params))
    if isinstance(value, dict):
        return {key: computed(item, params) for key, item in value.items()}
    if isinstance(value, list):
        return [computed(item, params) for item in value]
    return value


class Motion:
    def __init__(self, path):
        tree, params = preprocess(load_yaml(path), NEWEST_MINOR)
        self.tree = computed(tree, params)
        asset = load_document(os.path.join(os.path.dirname(path), self.tree['asset']))
        self.mirror_rule = asset.get('symmetry', {}).get('mirror_x')
        self.asset = symmetry.expand(asset)
        armatures = self.asset['armatures']
        name = self.tree.get('armature', armatures[0]['id'])
        self.skeleton = Skeleton(next(one for one in armatures if one['id'] == name))

    def turn(self, bone, entry):
        if 'quat' in entry:
            rotation = quaternion_matrix(*entry['quat'])
        elif 'axis' in entry:
            rotation = axis_matrix(entry['axis'], entry['degrees'])
        else:
            rotation = IDENTITY
            for axis, name in (((1, 0, 0), 'x'), ((0, 1, 0), 'y'), ((0, 0, 1), 'z')):
                rotation = multiply(axis_matrix(axis, entry.get(name, 0)), rotation)
        if entry.get('axes') == 'bone':
            own = self.skeleton.axes(bone)
            rotation = multiply(multiply(own, rotation), transpose(own))
        return rotation

    def plan(self, name):
        """(turns, moves, reaches) of a pose."""
        pose = self.tree['poses'][name]
        turns, moves, reaches = {}, {}, []
        if 'from' in pose:
            turns, moves, reaches = self.plan(pose['from'])
        if 'from_asset' in pose:
            turns, moves = self.asset_pose(pose['from_asset'])
        turns = {**turns, **{bone: self.turn(bone, entry) for bone, entry in pose.get('turn', {}).items()}}
        moves = {**moves, **{bone: tuple(shift) for bone, shift in pose.get('move', {}).items()}}
        plan = turns, moves, with_replaced(reaches, pose.get('reach', []))
        return self.mirrored(plan) if pose.get('mirror') else plan

    def asset_pose(self, name):
        pose = next(one for one in self.asset['poses'] if one['id'] == name)
        posture = Posture(self.skeleton, {}, {})
        for bone in self.skeleton.order:
            if bone not in pose['bones']:
                continue
            w, x, y, z = pose['bones'][bone].get('rotation', (1, 0, 0, 0))
            posture.set_rotation(bone, quaternion_matrix(x, y, z, w))
            parent = self.skeleton.parent(bone)
            above = posture.rotation[parent] if parent else IDENTITY
            wanted = tuple(pose['bones'][bone].get('translation', ORIGIN))
            posture.moves[bone] = apply(transpose(above), subtract(wanted, posture.place[bone]))
            posture.refresh()
        return posture.turns, posture.moves

    def mirrored(self, plan):
        turns, moves, reaches = plan
        left, right = self.mirror_rule['prefix_from'], self.mirror_rule['prefix_to']

        def other(name):
            for one, two in ((left, right), (right, left)):
                if name.startswith(one) and two + name[len(one):] in self.skeleton.bones:
                    return two + name[len(one):]
            return name

        def other_reach(entry):
            result = {**entry, 'bone': other(entry['bone']), 'to': reflect(entry['to'])}
            if 'in' in entry:
                result['in'] = other(entry['in'])
            if 'pole' in entry:
                result['pole'] = reflect(entry['pole'])
            if 'level' in entry:
                result['level'] = [other(name) for name in entry['level']]
            return result

        return ({other(name): reflect_matrix(turn) for name, turn in turns.items()},
                {other(name): reflect(shift) for name, shift in moves.items()},
                [other_reach(entry) for entry in reaches])

    def solved(self, plan, without=()):
        turns, moves, reaches = plan
        posture = Posture(self.skeleton, turns, moves)
        for entry, sign in zip(reaches, signatures(reaches)):
            if sign not in without:
                posture.reach(entry)
        return posture

    def keys(self, clip):
        """(seconds, plan, ease), in a loop from 0 on and back to the first."""
        keys = []
        for key in clip['keys']:
            plan = self.plan(key['pose'])
            plan = self.mirrored(plan) if key.get('mirror') else plan
            keys.append((key['at'], plan, key.get('ease', clip.get('ease', 'spline'))))
        if clip.get('loop') and keys[0][0] > 0:
            keys.insert(0, (0.0, keys[0][1], 'step'))
        if clip.get('loop') and keys[-1][0] < clip['length']:
            keys.append((clip['length'], keys[0][1], keys[0][2]))
        return keys

    def moment(self, name, seconds):
        """The posture at a time of a clip."""
        clip = self.tree['clips'][name]
        keys = self.keys(clip)
        number = max((i for i, key in enumerate(keys) if key[0] <= seconds + 1e-9), default=0)
        start, plan, ease = keys[number]
        if number + 1 == len(keys) or ease == 'step' or seconds <= start + 1e-9:
            return self.solved(plan)
        end, following, _ = keys[number + 1]
        share = (seconds - start) / (end - start)
        again, without = [], []
        others = dict(zip(signatures(following[2]), following[2]))
        for entry, sign in zip(plan[2], signatures(plan[2])):
            if sign not in others:
                continue
            without.append(sign)
            other = others[sign]
            to = add(scale(1 - share, tuple(entry['to'])), scale(share, tuple(other['to'])))
            again.append({**entry, 'to': to})
            if entry.get('pole') != other.get('pole'):
                poles = [unit(self.pole(one)) for one in (entry, other)]
                again[-1]['pole'] = add(scale(1 - share, poles[0]), scale(share, poles[1]))
        around = [self.neighbor(clip, keys, number + i) for i in (-1, 0, 1, 2)]
        posture = self.between(around, ease, share, without)
        for entry in again:
            posture.reach(entry)
        return posture

    def pole(self, entry):
        chain = self.skeleton.chain(entry['bone'], 2)
        return entry.get('pole') or Posture(self.skeleton, {}, {}).rest_bend(chain)

    @staticmethod
    def neighbor(clip, keys, number):
        if 0 <= number < len(keys):
            return keys[number]
        if not clip.get('loop'):
            return None
        # The key at the length is the first one of the next round.
        rounds = -1 if number < 0 else 1
        seconds, plan, ease = keys[number + len(keys) - 1 if number < 0 else number - len(keys) + 1]
        return seconds + rounds * clip['length'], plan, ease

    def between(self, around, ease, share, without):
        postures = [self.solved(key[1], without) if key else None for key in around]
        seconds = [key[0] if key else None for key in around]
        turns, moves = {}, {}
        for name in self.skeleton.order:
            shifts = [one and one.moves.get(name, ORIGIN) for one in postures]
            quaternions = [one and matrix_quaternion(one.turns.get(name, IDENTITY)) for one in postures]
            if ease == 'spline':
                moves[name] = hermite(shifts, seconds, share)
                turns[name] = spline_rotation(quaternions, seconds, share)
            else:
                eased = share * share * (3 - 2 * share) if ease == 'smooth' else share
                moves[name] = add(scale(1 - eased, shifts[1]), scale(eased, shifts[2]))
                turns[name] = slerp(quaternions[1], quaternions[2], eased)
        return Posture(self.skeleton, turns, moves)


def with_replaced(reaches, written):
    """Those of the same bone are replaced, all of them, where the first one was."""
    result = []
    for entry in reaches:
        of_bone = [one for one in written if one['bone'] == entry['bone']]
        if not of_bone:
            result.append(entry)
        elif of_bone[0] not in result:
            result += of_bone
    known = [entry['bone'] for entry in reaches]
    return result + [entry for entry in written if entry['bone'] not in known]


def signatures(reaches):
    """What makes reaches of two keys one: the same chain, the n-th of it in both."""
    chains = [(entry['bone'], entry.get('bones', 2), entry.get('in')) for entry in reaches]
    return [(chain, chains[:i].count(chain)) for i, chain in enumerate(chains)]


def aligned(q, other):
    return scale(-1, q) if sum(a * b for a, b in zip(q, other)) < 0 else q


def as_matrix(q):
    w, x, y, z = q
    return quaternion_matrix(x, y, z, w)


def slerp(a, b, share):
    b = aligned(b, a)
    cosine = min(1.0, sum(x * y for x, y in zip(a, b)))
    angle = math.acos(cosine)
    if angle < 1e-7:
        return as_matrix(add(scale(1 - share, a), scale(share, b)))
    return as_matrix(add(scale(math.sin((1 - share) * angle), a), scale(math.sin(share * angle), b)))


def hermite(values, seconds, share):
    """A cubic between the second and the third of four values, of which the outer two may be None."""

    def slope(i):
        before = i - 1 if values[i - 1] is not None else i
        after = i + 1 if values[i + 1] is not None else i
        return scale(1 / (seconds[after] - seconds[before]), subtract(values[after], values[before]))

    s, span = share, seconds[2] - seconds[1]
    terms = ((2 * s ** 3 - 3 * s ** 2 + 1, values[1]), (span * (s ** 3 - 2 * s ** 2 + s), slope(1)),
             (3 * s ** 2 - 2 * s ** 3, values[2]), (span * (s ** 3 - s ** 2), slope(2)))
    total = tuple(0.0 for _ in values[1])
    for factor, value in terms:
        total = add(total, scale(factor, value))
    return total


def spline_rotation(quaternions, seconds, share):
    q = list(quaternions)
    q[0] = q[0] and aligned(q[0], q[1])
    q[2] = aligned(q[2], q[1])
    q[3] = q[3] and aligned(q[3], q[2])
    return as_matrix(hermite(q, seconds, share))

