<?php
/**
 * The JSON of an answer; null: the cursor has expired. After too many requests, it waits as long as it is asked to.
 */
function get(string $path): ?array
{
    $options = ['header' => 'Authorization: Bearer pk_demo', 'ignore_errors' => true];
    for (;;) {
        $body = file_get_contents("https://kontor.example$path", false, stream_context_create(['http' => $options]));
        $status = (int) explode(' ', $http_response_header[0])[1];
        if ($status === 200 || $status === 410) {
            return $status === 200 ? json_decode($body, true) : null;
        }
        if ($status !== 429 && $status !== 503) {
            throw new RuntimeException("$status $body");
        }
        $pauses = preg_grep('/^retry-after:/i', $http_response_header);
        sleep($pauses ? (int) substr(current($pauses), 12) : 10);
    }
}

/** Renamed at the end: a reader never sees half of it. */
function save(array $copy): void
{
    file_put_contents('dates.json.new', json_encode($copy));
    rename('dates.json.new', 'dates.json');
}

function readAll(): array
{
    ['next' => $cursor] = get('/public/v1/changes');
    $dates = [];
    for ($path = '/public/v1/dates?limit=100'; $path; $path = $page['next']) {
        $page = get($path);
        $dates = array_column($page['data'], null, 'id') + $dates;
    }
    return ['cursor' => $cursor, 'dates' => $dates];
}

function update(array $copy): array
{
    while ($page = get('/public/v1/changes?include=data&since=' . urlencode($copy['cursor']))) {
        foreach ($page['data'] as $change) {
            if ($change['type'] !== 'date') {
                continue;
            }
            unset($copy['dates'][$change['id']]);
            if (isset($change['data'])) {
                $copy['dates'][$change['id']] = $change['data'];
            }
        }
        $copy['cursor'] = $page['next'];
        if (!$page['data']) {
            return $copy;
        }
        // The next run goes on from here, should this one break off.
        save($copy);
    }
    return readAll();
}

$copy = is_file('dates.json') ? update(json_decode(file_get_contents('dates.json'), true)) : readAll();
save($copy);
echo count($copy['dates']), " dates\n";
