using System.Runtime.Versioning;
using Unpause.Recorder.Posix;

namespace Unpause.Recorder.Trials;

/// <summary>
/// Ends a trial's program when whoever started the trial is gone, killed perhaps: its port would else be in use when the trials go on.
/// A signal on the parent's death (PR_SET_PDEATHSIG) would come when the thread ends that started us.
/// </summary>
[SupportedOSPlatform("linux")]
public static class ParentWatch
{
    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(250), Patience = TimeSpan.FromSeconds(10);

    /// <summary>Begins to look, for as long as we live.</summary>
    public static void Begin()
    {
        var parent = LibC.ParentProcess();
        var watch = new Thread(() => Look(parent)) { IsBackground = true, Name = "parent watch" };
        watch.Start();
    }

    private static void Look(int parent)
    {
        while (LibC.ParentProcess() == parent) Thread.Sleep(Period);
        // The recorder passes it on to the program.
        LibC.Kill(Environment.ProcessId, LibC.SigTerm);
        Thread.Sleep(Patience);
        TrialChild.EndAll(Environment.ProcessId);
    }
}
