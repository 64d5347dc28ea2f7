<?php
$context = stream_context_create(['http' => ['header' => 'Authorization: token demo']]);
$url = 'https://kontor.example/restapi/v1/events?limit=2&fields=event_id,event_title';
foreach (json_decode(file_get_contents($url, false, $context), true) as $event) {
    echo "{$event['event_id']} {$event['event_title']}\n";
}
