<?php
$answer = file_get_contents('https://kontor.example/public/v1/dates?limit=5&key=pk_demo');
['data' => $dates, 'total' => $total] = json_decode($answer, true);
echo "$total dates\n";
foreach ($dates as $date) {
    echo "{$date['start']} {$date['title']} {$date['availability']}\n";
}
