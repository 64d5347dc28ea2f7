<?php
$origin = 'https://kontor.example';
$filters = http_build_query(['key' => 'pk_demo', 'city' => 'Hamburg,Berlin', 'availability' => 'available,few']);

// For the form of the filters: what each value would find.
$facets = json_decode(file_get_contents("$origin/public/v1/facets?$filters"), true);
echo $facets['total'], ' ', json_encode($facets['cities']), "\n";

$path = "/public/v1/dates?$filters&sort=price&limit=20";
while ($path) {
    ['data' => $dates, 'next' => $path] = json_decode(file_get_contents($origin . $path), true);
    foreach ($dates as $date) {
        echo $date['location']['city'] ?? '', ' ', $date['title'], ' ', $date['prices'][0]['gross']['amount'] ?? '', "\n";
    }
}
