#!/bin/sh
# Records the .jfr samples of this folder anew. JDK17 and JDK25 name the JDKs' folders; needs Netty (Debian: libnetty-java).
set -eu
cd "$(dirname "$0")"
classes=$(mktemp -d)
trap 'rm -rf "$classes"' EXIT
netty=/usr/share/java/netty-common.jar
"$JDK17/bin/javac" -cp $netty -d "$classes" Churn.java TimedReplies.java
cp samples.jfc $netty "$classes"
here=$PWD
cd "$classes"
for version in 17 25; do
    if [ $version = 17 ]; then jdk=$JDK17; else jdk=$JDK25; fi
    churn() { # name, options…
        name=$1; shift
        "$jdk/bin/java" -cp . "$@" -XX:StartFlightRecording=filename=$name.jfr,settings=samples.jfc Churn 2 12 1 2
    }
    churn g1-jdk$version -Xmx64m -XX:+UseG1GC
    churn parallel-jdk$version -Xmx64m -XX:+UseParallelGC
    churn zgc-jdk$version -Xmx48m -XX:+UseZGC
    # Two dumps: the second file has two chunks. Then the JVM is killed, and leaves a chunk without an end.
    "$jdk/bin/java" -cp .:netty-common.jar -Xmx256m -XX:FlightRecorderOptions=repository=repository -XX:StartFlightRecording=name=held,settings=samples.jfc TimedReplies 60 6000 &
    program=$!
    sleep 8
    "$jdk/bin/jcmd" $program JFR.dump name=held filename="$classes/first.jfr"
    sleep 3
    "$jdk/bin/jcmd" $program JFR.dump name=held path-to-gc-roots=true filename="$classes/timed-g1-jdk$version.jfr"
    sleep 4
    kill -9 $program
    wait $program || true
    cp "$(ls repository/*/*.jfr | tail -1)" killed-g1-jdk$version.jfr
    rm -rf repository
done
gzip -9n *-jdk*.jfr
cp *-jdk*.jfr.gz "$here"
