using Unpause.Analysis;
using Unpause.Settings;

namespace Unpause.Diagnosis;

/// <summary>
/// The one way by which advice of all runtimes comes to a finding. A setting is looked up in the catalogue: advice that the recorded
/// version does not take, that does nothing for the collector in use or that is in force already is never given.
/// </summary>
internal static class AdviceGate
{
    /// <summary>The advice that holds for a process, in the same order, each with the names of its settings.</summary>
    public static IReadOnlyList<Advice> Checked(AnalysedProcess process, IReadOnlyList<Advice> all)
    {
        if (RuntimeNaming.Of(process.Recording.Source.Runtime) is not { } runtime) return all;
        var held = runtime == RuntimeNaming.Jvm ? Jvm.JvmAdvice.Checked(process, all) : VariableAdvice.Checked(process, runtime, all);
        return [.. held.Select(advice => advice with { Explained = AdvisedNames.Of(runtime, advice) })];
    }
}
