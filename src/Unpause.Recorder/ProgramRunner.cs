using Unpause.Recorder.Runtimes;

namespace Unpause.Recorder;

/// <summary>Runs a program with GC recording on: `unpause run`.</summary>
public static class ProgramRunner
{
    /// <summary>
    /// Runs the program to its end; its streams, signals and exit code pass through. What can't be recorded is named in the
    /// result and never keeps the program from running. A program that can't be started is told to stderr: 127 not found,
    /// 126 not executable.
    /// </summary>
    /// <exception cref="PlatformNotSupportedException">This is not Linux.</exception>
    public static RunResult Run(RunOptions options) => Run(options, PythonSwitch.EmbeddedAgent);

    /// <inheritdoc cref="Run(RunOptions)"/>
    /// <param name="options">What to run.</param>
    /// <param name="agent">The Python agent's files: names and contents.</param>
    internal static RunResult Run(RunOptions options, IReadOnlyDictionary<string, byte[]> agent)
    {
        ArgumentOutOfRangeException.ThrowIfZero(options.Command.Count);
        if (!OperatingSystem.IsLinux())
            throw new PlatformNotSupportedException("`unpause run` needs Linux; record with the runtime's own switch and use `unpause report`.");
        using var run = new ProgramRun(options, agent);
        return run.Execute();
    }
}
