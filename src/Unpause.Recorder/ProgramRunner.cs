namespace Unpause.Recorder;

/// <summary>Runs a program with GC recording on: `unpause run`.</summary>
public static class ProgramRunner
{
    /// <summary>
    /// Runs the program to its end; its streams, signals and exit code are passed through. The result names what can't be recorded; the
    /// program runs in any case. If a program can't be started, a message is written to stderr; the exit code is 127 if it was not found,
    /// 126 if it is not executable.
    /// </summary>
    /// <exception cref="ObstacleException">The program can't be bound to the requested NUMA node.</exception>
    /// <exception cref="UserMistake">This is not Linux.</exception>
    public static RunResult Run(RunOptions options) => Run(options, RecorderTable.Default.Only(options.Only));

    /// <inheritdoc cref="Run(RunOptions)"/>
    /// <param name="runtimes">The runtimes to record.</param>
    internal static RunResult Run(RunOptions options, RecorderTable runtimes)
    {
        ArgumentOutOfRangeException.ThrowIfZero(options.Command.Count);
        if (!OperatingSystem.IsLinux()) throw LinuxOnly.Refusal("run");
        using var run = new ProgramRun(options, runtimes);
        return run.Execute();
    }
}
