"""Random motion documents, as JSON values: for the judge of clips and the seeds of the fuzzer."""

BONES = ('hips', 'spine', 'L_arm', 'L_hand', 'L_thigh', 'L_shin', 'L_foot', 'R_arm', 'R_hand', 'R_thigh', 'R_shin', 'R_foot')
EASES = ('linear', 'smooth', 'step', 'spline')


def random_turn(numbers):
    form = numbers.randrange(4)
    if form == 0:
        return {'axis': [numbers.uniform(-1, 1) for _ in range(3)], 'degrees': numbers.uniform(-170, 170)}
    if form == 1:
        return {'quat': [numbers.uniform(-1, 1) for _ in range(4)]}
    turn = {axis: round(numbers.uniform(-80, 80), 1) for axis in 'xyz' if numbers.random() < 0.7}
    return {**turn, 'axes': 'bone'} if form == 2 else turn


def random_reach(numbers, side):
    bone, middle = numbers.choice((('shin', (-0.1, 0.3, 0)), ('hand', (-0.6, 1.3, 0))))
    sign = 1 if side == 'L_' else -1
    to = [sign * middle[0] + numbers.uniform(-0.2, 0.2), middle[1] + numbers.uniform(-0.2, 0.2), numbers.uniform(-0.3, 0.3)]
    reach = {'bone': side + bone, 'to': to}
    if numbers.random() < 0.6:
        reach['pole'] = [numbers.uniform(-1, 1) for _ in range(3)]
    if numbers.random() < 0.5 and bone == 'shin':
        reach['level'] = [side + 'foot']
    if numbers.random() < 0.3:
        reach['bones'] = numbers.choice((1, 2))
    if numbers.random() < 0.2 and 'bones' not in reach:
        reach['in'], reach['to'] = 'spine', [0.2, 0.1, numbers.uniform(-0.3, 0.3)]
    return reach


def random_pose(numbers, earlier):
    pose = {}
    if earlier and numbers.random() < 0.4:
        pose['from'] = numbers.choice(earlier)
    elif numbers.random() < 0.2:
        pose['from_asset'] = 'wave'
    pose['turn'] = {bone: random_turn(numbers) for bone in numbers.sample(BONES, 3)}
    pose['move'] = {bone: [numbers.uniform(-0.1, 0.1) for _ in range(3)] for bone in numbers.sample(BONES, 2)}
    if numbers.random() < 0.7:
        pose['reach'] = [random_reach(numbers, side) for side in numbers.choices(('L_', 'R_'), k=numbers.choice((1, 2)))]
    if numbers.random() < 0.2:
        pose['mirror'] = True
    return pose


def random_motion(numbers):
    poses = {}
    for name in 'abcd':
        poses[name] = random_pose(numbers, list(poses))
    count = numbers.choice((1, 2, 3, 4))
    seconds = sorted(numbers.sample(range(0, 20), count))
    keys = []
    for at in seconds:
        key = {'at': at / 20, 'pose': numbers.choice('abcd')}
        if numbers.random() < 0.3:
            key['mirror'] = True
        if numbers.random() < 0.3:
            key['ease'] = numbers.choice(EASES)
        keys.append(key)
    clip = {'length': numbers.choice((1, 0.95, 1.5)), 'loop': numbers.random() < 0.5, 'keys': keys}
    if numbers.random() < 0.7:
        clip['ease'] = numbers.choice(EASES)
    if numbers.random() < 0.3:
        clip['rate'] = numbers.choice((10, 24, 60))
    return {'rigm_version': '0.1', 'asset': 'fox.rigy.yaml', 'poses': poses, 'clips': {'c': clip}}
