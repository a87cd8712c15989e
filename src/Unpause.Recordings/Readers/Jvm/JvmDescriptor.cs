namespace Unpause.Recordings.Readers.Jvm;

/// <summary>
/// The JVM: its logs before and since JDK 9, flight recordings, which are joined with the log of the same process, OpenJ9's verbose GC log,
/// jstat's output, HotSpot's performance data and the event logs of its crash files, monitors' lines in applications' logs, and GC times
/// of Spark's tasks.
/// </summary>
internal static class JvmDescriptor
{
    public static RuntimeDescriptor Row { get; } = new(
        Runtimes.TraitsOf(Runtimes.Jvm),
        [
            new(Jfr.JfrReader.Format, FormatEvidence.Magic, Jfr.JfrReader.Recognises, () => new Jfr.JfrReader()),
            new(
                JvmFormats.PerformanceData,
                FormatEvidence.Magic,
                PerfData.PerformanceData.Recognises,
                () => new PerfData.PerformanceReader()),
            new(
                JvmFormats.Unified,
                FormatEvidence.LineShape,
                Unified.UnifiedFormat.Recognises,
                () => new Unified.UnifiedReader(),
                Unified.UnifiedFormat.FirstStamp)
            {
                // "23M->1M(64M)" cuts off what is no whole MiB (gcTraceTime.inline.hpp).
                HeapResolutionBytes = 1L << 20,
                LineStart = Unified.UnifiedFormat.StartOf,
            },
            new(
                JvmFormats.Legacy,
                FormatEvidence.LineShape,
                Legacy.LegacyFormat.Recognises,
                () => new Legacy.LegacyReader(),
                Legacy.LegacyFormat.FirstStamp)
            {
                // "1023K->0K(2048K)".
                HeapResolutionBytes = 1L << 10,
                LineStart = Legacy.LegacyFormat.StartOf,
            },
            new(
                JvmFormats.OpenJ9,
                FormatEvidence.WholeLine,
                OpenJ9.VerboseReader.Recognises,
                () => new OpenJ9.VerboseReader(),
                OpenJ9.VerboseReader.FirstStamp),
            new(JvmFormats.Spark, FormatEvidence.WholeLine, Spark.SparkReader.Recognises, () => new Spark.SparkReader()),
            // "%.3f" seconds (jstat_options).
            new(JvmFormats.Jstat, FormatEvidence.WholeLine, Jstat.JstatReader.Recognises, () => new Jstat.JstatReader())
            {
                PauseStepNanoseconds = 1_000_000,
            },
            // Behind the JVM's own logs: a text with both has more in those. "%.3f" seconds (EventLogBase::print).
            new(
                JvmFormats.EventLog, FormatEvidence.LineShape, EventLogs.EventLogReader.Recognises, () => new EventLogs.EventLogReader())
            {
                PauseStepNanoseconds = 1_000_000,
                HeapResolutionBytes = 1L << 10,
                LineStart = EventLogs.EventLogReader.StartOf,
            },
            // Milliseconds, or a tenth of a larger unit.
            new(JvmFormats.Monitor, FormatEvidence.LineShape, Monitors.MonitorReader.Recognises, () => new Monitors.MonitorReader())
            {
                PauseStepNanoseconds = 1_000_000,
            },
        ])
    {
        Inputs = "JVM GC logs, flight recordings, output of jstat, event logs of Spark, application logs that name GC",
        Join = LogsAndFlights.Join,
    };
}
