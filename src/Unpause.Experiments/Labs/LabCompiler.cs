using System.ComponentModel;

namespace Unpause.Experiments.Labs;

/// <summary>Runs the compiler of a lab that comes as sources.</summary>
internal static class LabCompiler
{
    /// <summary>Runs the compiler and waits for it.</summary>
    /// <param name="start">The compiler and its arguments.</param>
    /// <param name="install">The command that installs it.</param>
    /// <exception cref="UserMistake">The compiler is missing or fails; the message contains its output.</exception>
    public static void Run(ProcessStartInfo start, string install)
    {
        start.UseShellExecute = false;
        start.RedirectStandardError = true;
        try
        {
            using var process = Process.Start(start)!;
            var error = process.StandardError.ReadToEnd();
            process.WaitForExit();
            if (process.ExitCode != 0) throw new UserMistake($"{start.FileName} exited with code {process.ExitCode}:\n{error}");
        }
        catch (Win32Exception)
        {
            throw new UserMistake($"the lab needs {start.FileName}, which is not in PATH: {install}");
        }
    }
}
