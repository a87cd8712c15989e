using Unpause.Analysis.Settings;

namespace Unpause.Analysis.Diagnosis;

/// <summary>
/// All advice passes here before it becomes part of a finding. Settings are looked up in the catalogue: advice is dropped if the recorded
/// version does not accept the setting, if it has no effect with the collector in use, or if it is already in force.
/// </summary>
internal static class AdviceGate
{
    /// <summary>The advice that applies to a process, in the same order, each with the names of its settings.</summary>
    public static IReadOnlyList<Advice> Checked(AnalysedProcess process, IReadOnlyList<Advice> all)
    {
        if (RuntimeNaming.Find(process.Recording.Source.Runtime) is not { } runtime) return all;
        var kept = runtime == RuntimeNaming.Jvm ? Jvm.JvmAdvice.Checked(process, all) : VariableAdvice.Checked(process, runtime, all);
        return [.. kept.Select(advice => advice with { Explained = AdvisedNames.Find(runtime, advice) })];
    }
}
