import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def read(url, headers={}):
    """Reads JSON, or raises what the server says."""
    try:
        with urlopen(Request(url, headers=headers)) as response:
            return json.load(response)
    except HTTPError as error:
        body = json.load(error)
        # Problem details have a detail and pointers, the error object a message and fields.
        wrong = body.get('errors') or body.get('details') or []
        fields = [one.get('pointer') or one.get('field') for one in wrong]
        raise ValueError(f"{error.code} {body.get('detail') or body.get('message')} {fields}") from error


for url, headers in [
    ('https://kontor.example/public/v1/dates?colour=red&key=pk_demo', {}),
    ('https://kontor.example/restapi/v1/events?dateStart=yesterday', {'Authorization': 'token demo'}),
]:
    try:
        read(url, headers)
    except ValueError as error:
        print(error)
