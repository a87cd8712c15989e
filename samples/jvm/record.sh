#!/bin/sh
# Records the samples of this folder anew. JDK17 and JDK25 name the JDKs' folders; javac of 17 compiles for both.
set -eu
cd "$(dirname "$0")"
classes=$(mktemp -d)
trap 'rm -rf "$classes"' EXIT
"$JDK17/bin/javac" -d "$classes" Churn.java Replies.java
churn() { # jdk, name, options…
    jdk=$1 name=$2; shift 2
    "$jdk/bin/java" -cp "$classes" "$@" "-Xlog:gc*,safepoint:file=$name.log" Churn 2 12 1 2
}
for version in 17 25; do
    if [ $version = 17 ]; then jdk=$JDK17; else jdk=$JDK25; fi
    churn "$jdk" g1-jdk$version -Xmx64m -XX:+UseG1GC
    churn "$jdk" parallel-jdk$version -Xmx64m -XX:+UseParallelGC
    churn "$jdk" serial-jdk$version -Xmx64m -XX:+UseSerialGC
    churn "$jdk" zgc-jdk$version -Xmx256m -XX:+UseZGC
    churn "$jdk" shenandoah-jdk$version -Xmx128m -XX:+UseShenandoahGC
done
churn "$JDK25" shenandoah-generational-jdk25 -Xmx128m -XX:+UseShenandoahGC -XX:ShenandoahGCMode=generational
"$JDK25/bin/java" -cp "$classes" -XX:+UnlockExperimentalVMOptions -XX:+UseEpsilonGC -Xmx8g '-Xlog:gc*:file=epsilon-jdk25.log' Churn 1 1 0 2
"$JDK17/bin/java" -cp "$classes" -Xmx1g '-Xlog:gc*,gc+phases=debug,gc+age=trace,safepoint:file=retaining-g1-jdk17.log' Replies retaining 25 12000
"$JDK25/bin/java" -cp "$classes" -Xmx1g '-Xlog:gc*,gc+phases=debug,gc+age=trace,safepoint:file=retaining-g1-jdk25.log' Replies retaining 25 12000
"$JDK17/bin/java" -cp "$classes" -Xmx1g '-Xlog:gc*,gc+phases=debug,gc+age=trace,safepoint:file=dropped-g1-jdk17.log' Replies dropped 25 12000
"$JDK17/bin/java" -cp "$classes" -Xmx1g '-Xlog:gc*,gc+phases=debug,gc+age=trace,safepoint:file=leaking-g1-jdk17.log' Replies leaking 25 12000
"$JDK17/bin/java" -cp "$classes" -Xmx1g '-Xlog:gc*,gc+phases=debug,gc+age=trace,safepoint:file=steady-g1-jdk17.log' Replies steady 25 12000
gzip -9nf retaining-*.log dropped-*.log leaking-*.log steady-*.log shenandoah*.log zgc*.log
