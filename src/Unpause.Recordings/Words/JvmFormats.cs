namespace Unpause.Recordings.Words;

/// <summary>The names of the JVM's formats in the contract.</summary>
public static class JvmFormats
{
    /// <summary>Unified logging (<c>-Xlog</c>), JDK 9 and later.</summary>
    public const string Unified = "jvm-unified";

    /// <summary>Logs of JDK 8 and before.</summary>
    public const string Legacy = "jvm-legacy";

    /// <summary>Lines about long collections that applications write into their own logs: Elasticsearch, Hadoop, Cassandra.</summary>
    public const string Monitor = "jvm-monitor";

    /// <summary>The verbose GC log of OpenJ9 (<c>-Xverbosegclog</c>).</summary>
    public const string OpenJ9 = "openj9";

    /// <summary>The event log of Apache Spark: GC time of tasks.</summary>
    public const string Spark = "spark-events";
    /// <summary>What <c>jstat -gcutil</c> and <c>-gc</c> print with an interval.</summary>
    public const string Jstat = "jstat";

    /// <summary>HotSpot's event logs: crash files (<c>hs_err_pid*.log</c>), <c>jcmd VM.info</c> and <c>VM.events</c>.</summary>
    public const string EventLog = "hotspot-events";

    /// <summary>The counters that HotSpot publishes in <c>/tmp/hsperfdata_USER/PID</c>.</summary>
    public const string PerformanceData = "hsperfdata";

    /// <summary>A flight recording.</summary>
    public const string Flight = "jfr";
}
