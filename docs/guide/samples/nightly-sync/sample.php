<?php
/** @return array{int, array} the status and the JSON of an answer */
function get(string $path): array
{
    $options = ['header' => 'Authorization: Bearer pk_demo', 'ignore_errors' => true];
    $body = file_get_contents("https://kontor.example$path", false, stream_context_create(['http' => $options]));
    $status = (int) explode(' ', $http_response_header[0])[1];
    if ($status >= 400 && $status !== 404 && $status !== 410) {
        throw new RuntimeException("$status $body");
    }
    return [$status, json_decode($body, true)];
}

function readAll(): array
{
    [, ['next' => $cursor]] = get('/public/v1/changes');
    $dates = [];
    for ($path = '/public/v1/dates?limit=100'; $path; $path = $page['next']) {
        [, $page] = get($path);
        $dates = array_column($page['data'], null, 'id') + $dates;
    }
    return ['cursor' => $cursor, 'dates' => $dates];
}

function update(array $copy): array
{
    do {
        [$status, $answer] = get('/public/v1/changes?since=' . urlencode($copy['cursor']));
        if ($status === 410) {
            return readAll();
        }
        foreach ($answer['data'] as ['type' => $type, 'id' => $id, 'change' => $change]) {
            if ($type !== 'date') {
                continue;
            }
            [$found, $date] = $change === 'removed' ? [404, null] : get("/public/v1/dates/$id");
            unset($copy['dates'][$id]);
            if ($found === 200) {
                $copy['dates'][$id] = $date;
            }
        }
        $copy['cursor'] = $answer['next'];
    } while ($answer['data']);
    return $copy;
}

$copy = is_file('dates.json') ? update(json_decode(file_get_contents('dates.json'), true)) : readAll();
// Renamed at the end: a reader never sees half of it.
file_put_contents('dates.json.new', json_encode($copy));
rename('dates.json.new', 'dates.json');
echo count($copy['dates']), " dates\n";
