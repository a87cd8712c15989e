using System.Diagnostics;
using Unpause.Cli.Rights;

namespace Unpause.Cli.Sessions;

/// <summary>Opens the page in the user's browser: <c>--open</c>.</summary>
internal static class ShownPage
{
    /// <summary>Opens the page, or prints its URL: as root or without a display no browser is started.</summary>
    public static void Open(string path)
    {
        var full = Path.GetFullPath(path);
        if (CanShow() && Start(full)) return;
        Console.Error.WriteLine($"open it in a browser: {new Uri(full).AbsoluteUri}");
    }

    private static bool CanShow() => LeastRights.AreOurs && !Environment.IsPrivilegedProcess
        && (!OperatingSystem.IsLinux() || Has("DISPLAY") || Has("WAYLAND_DISPLAY") || Has("BROWSER"));

    private static bool Has(string variable) => Environment.GetEnvironmentVariable(variable) is { Length: > 0 };

    private static bool Start(string path)
    {
        var opener = OperatingSystem.IsMacOS() ? "open"
            : Environment.GetEnvironmentVariable("BROWSER") is { Length: > 0 } browser ? browser : "xdg-open";
        try
        {
            // The browser's output is discarded, and the browser may outlive unpause.
            using var started = Process.Start(OperatingSystem.IsWindows()
                ? new ProcessStartInfo(path) { UseShellExecute = true }
                : new ProcessStartInfo("/bin/sh", ["-c", "exec \"$0\" \"$1\" > /dev/null 2>&1 < /dev/null", opener, path]));
            return started is not null;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return false;
        }
    }
}
