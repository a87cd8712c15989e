namespace Unpause.Analysis.Diagnosis;

/// <summary>Settings that rules advise for a recording, and explanations for one pause.</summary>
public static class AdvisedSettings
{
    /// <summary>JVM: names the thread that stops late.</summary>
    public const string SafepointTimeout = "-XX:+SafepointTimeout -XX:SafepointTimeoutDelay=50";

    /// <summary>JVM: processes references with all GC threads.</summary>
    public const string ParallelReferences = "-XX:+ParallelRefProcEnabled";
}
