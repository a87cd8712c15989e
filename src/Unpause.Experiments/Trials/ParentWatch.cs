namespace Unpause.Experiments.Trials;

/// <summary>
/// Ends a trial's program when the process that started the trial has ended, for example was killed. Otherwise its port would be in use
/// when trials continue. A parent death signal (PR_SET_PDEATHSIG) would be sent when the thread that started this process ends.
/// </summary>
[SupportedOSPlatform("linux")]
public static class ParentWatch
{
    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(250), Patience = TimeSpan.FromSeconds(10);

    /// <summary>Starts to watch, until this process ends.</summary>
    public static void Begin()
    {
        var parent = LibC.ParentProcess();
        var watch = new Thread(() => Look(parent)) { IsBackground = true, Name = "parent watch" };
        watch.Start();
    }

    private static void Look(int parent)
    {
        while (LibC.ParentProcess() == parent) Thread.Sleep(Period);
        // The recorder forwards it to the program.
        LibC.Kill(Environment.ProcessId, LibC.SigTerm);
        Thread.Sleep(Patience);
        TrialChild.EndAll(Environment.ProcessId);
    }
}
