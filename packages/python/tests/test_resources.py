"""The other functions of the API: paths, bodies and pages."""

from __future__ import annotations

from conftest import Play
from scripted import ok


def test_executions_are_read_one_by_one_and_together(play: Play) -> None:
    played = play([ok({'id': 'exe_1'}), ok({'executions': [{'id': 'exe_1'}]}), ok({'id': 'exe/2'})])
    assert played.client.get('exe_1') == {'id': 'exe_1'}
    assert played.client.get_many(('exe_none', 'exe_1')) == [None, {'id': 'exe_1'}]
    assert played.client.cancel('exe/2')['id'] == 'exe/2'
    assert played.server.asked[1:] == ['POST /tools/executions/read', 'POST /tools/executions/exe%2F2/cancel']
    assert played.server.heard[1].json == {'ids': ['exe_none', 'exe_1']}


def test_executions_are_listed_page_by_page_as_the_iterator_advances(play: Play) -> None:
    first = ok({'executions': [{'id': 'exe_3'}, {'id': 'exe_2'}], 'nextBefore': 'exe_2'})
    played = play([first, ok({'executions': [{'id': 'exe_1'}], 'nextBefore': None})])
    listed = played.client.list(status='failed', tool='@photo', page_size=2)
    assert [next(listed)['id'], next(listed)['id']] == ['exe_3', 'exe_2']
    assert len(played.server.heard) == 1
    assert [each['id'] for each in listed] == ['exe_1']
    path = 'GET /tools/executions?limit=2&status=failed&tool=%40photo'
    assert played.server.asked == [path, f'{path}&before=exe_2']


def test_catalog_project_usage_and_quotes_are_read(play: Play) -> None:
    played = play([ok({'n': n}) for n in range(4)])
    client = played.client
    assert [client.catalog()['n'], client.project()['n'], client.usage()['n']] == [0, 1, 2]
    assert client.quote('a-tool', {'größe': 1})['n'] == 3
    assert played.server.asked == ['GET /tools', 'GET /tools/project', 'GET /tools/usage', 'POST /tools/quote']
    assert played.server.heard[3].json == {'tool': 'a-tool', 'arguments': {'größe': 1}}
    assert {each.headers['authorization'] for each in played.server.heard} == {'Bearer fb'}


def test_templates_are_saved_listed_read_activated_and_archived(play: Play) -> None:
    played = play([ok({'version': 1}), ok({'templates': [1]}), ok({}), ok({}), ok({}), ok({})])
    templates = played.client.templates
    assert templates.save('thumb', parameters={}, steps=[], activate=False) == {'version': 1}
    assert templates.list() == [1]
    templates.get('thumb')
    templates.get('thumb', 2)
    templates.activate('thumb', 2)
    templates.archive('thumb')
    assert played.server.heard[0].json == {'name': 'thumb', 'parameters': {}, 'steps': [], 'activate': False}
    path = '/tools/templates/thumb'
    assert played.server.asked[2:] == [f'GET {path}', f'GET {path}/2', f'POST {path}/activate', f'POST {path}/archive']
    assert played.server.heard[4].json == {'version': 2}
