changes='https://kontor.example/public/v1/changes?key=pk_demo'
# The first time: the newest cursor. Then read all dates.
cursor=$(curl -s "$changes" | sed 's/.*"next":"\([^"]*\)".*/\1/')
# Each night: what has changed since.
curl -s "$changes&since=$cursor"
