changes='https://kontor.example/public/v1/changes?key=pk_demo'
# The first time: the newest cursor. Then read all dates. After 429, curl waits as long as it is asked to.
cursor=$(curl -s --retry 5 "$changes" | sed 's/.*"next":"\([^"]*\)".*/\1/')
# Each night: what has changed since, with its records.
curl -s --retry 5 "$changes&include=data&since=$cursor"
