using System.ComponentModel;
using System.Diagnostics;

namespace Unpause.Cli.Labs;

/// <summary>Runs the compiler of a lab that comes as sources.</summary>
internal static class LabCompiler
{
    /// <summary>Waits until it has ended well.</summary>
    /// <param name="start">The compiler and its arguments.</param>
    /// <param name="install">The command that installs it.</param>
    /// <exception cref="UserMistake">It is not there, or ends with a fault; the message holds what it says.</exception>
    public static void Run(ProcessStartInfo start, string install)
    {
        start.UseShellExecute = false;
        start.RedirectStandardError = true;
        try
        {
            using var process = Process.Start(start)!;
            var error = process.StandardError.ReadToEnd();
            process.WaitForExit();
            if (process.ExitCode != 0) throw new UserMistake($"{start.FileName} ended with {process.ExitCode}:\n{error}");
        }
        catch (Win32Exception)
        {
            throw new UserMistake($"the lab is compiled with {start.FileName}, and there is none in PATH: {install}");
        }
    }
}
