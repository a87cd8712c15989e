namespace Unpause.Analysis.Diagnosis;

/// <summary>Data that a rule requires in a recording, or that makes its finding more precise.</summary>
/// <param name="What">What it is, a phrase: <c>CPU times of collections</c>.</param>
/// <param name="Without">What the recording lacks, a clause without a full stop: <c>The log has no CPU times of
/// collections</c>.</param>
/// <param name="Switches">Switches that record it, best first; never empty.</param>
/// <param name="How">How to use the switches: <c>record with</c>.</param>
public sealed record Requirement(string What, string Without, IReadOnlyList<RecordingSwitch> Switches, string How = "record with")
{
    /// <summary>Why the rule is not applicable, in one sentence: what is missing and which switch records it.</summary>
    internal string Sentence => $"{Without}: {How} {string.Join(" or ", Switches)}.";

    /// <summary>The switch for the recorded version of the runtime, else the first.</summary>
    public RecordingSwitch SwitchFor(Recording recording)
    {
        if (recording.Source.Runtime != Runtimes.Jvm) return Switches[0];
        var old = recording.Source.Format == JvmFormats.Legacy
            || recording.Source.RuntimeVersion?.StartsWith("1.", StringComparison.Ordinal) == true;
        return Switches.FirstOrDefault(item => old == (item.For?.Contains("JDK 8", StringComparison.Ordinal) ?? false)) ?? Switches[0];
    }

    /// <summary>The rule is not applicable, because this is not recorded.</summary>
    internal Verdict Missing() => Verdict.NotApplicable(Sentence);
}
