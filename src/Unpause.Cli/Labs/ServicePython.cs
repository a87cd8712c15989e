using System.ComponentModel;
using System.Diagnostics;

namespace Unpause.Cli.Labs;

/// <summary>The Python that has what the recommendations service and its load test import.</summary>
internal static class ServicePython
{
    private static readonly (string Module, string Package)[] Needed = [("flask", "python3-flask"), ("gunicorn", "gunicorn"), ("locust", "python3-locust")];

    /// <summary>The one in PATH comes first (a virtual environment), then the system's, for which Debian packages install.</summary>
    private static readonly string[] Candidates = ["python3", "/usr/bin/python3"];

    /// <summary>The command to start it with.</summary>
    /// <exception cref="UserMistake">None has all; says what to install.</exception>
    public static string Find()
    {
        IReadOnlyList<string> missing = [];
        foreach (var python in Candidates)
        {
            missing = Missing(python);
            if (missing.Count == 0) return python;
        }

        throw new UserMistake(
            $"lab recommendations runs a Flask service under load, and {string.Join(", ", missing)} {(missing.Count == 1 ? "is" : "are")} not installed: "
            + $"apt-get install {string.Join(' ', Needed.Select(needed => needed.Package))}; or see the same incident as a script that needs only python3: unpause lab film");
    }

    private static IReadOnlyList<string> Missing(string python)
    {
        // -I: what counts is what is there when the load test starts, without the current folder and PYTHONPATH.
        const string Code = "import importlib.util, sys; print(*(name for name in sys.argv[1:] if importlib.util.find_spec(name) is None))";
        var start = new ProcessStartInfo(python, ["-I", "-c", Code, .. Needed.Select(needed => needed.Module)]) { UseShellExecute = false, RedirectStandardOutput = true };
        try
        {
            using var process = Process.Start(start)!;
            var modules = process.StandardOutput.ReadToEnd().Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
            process.WaitForExit();
            if (process.ExitCode == 0) return [.. Needed.Where(needed => modules.Contains(needed.Module)).Select(needed => needed.Package)];
        }
        catch (Win32Exception)
        {
            // There is no such command.
        }

        return ["python3", .. Needed.Select(needed => needed.Package)];
    }
}
