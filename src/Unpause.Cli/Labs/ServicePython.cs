using System.ComponentModel;
using System.Diagnostics;

namespace Unpause.Cli.Labs;

/// <summary>The Python that has what the recommendations service and its load test import.</summary>
internal static class ServicePython
{
    private static readonly (string Module, string Package)[] Needed =
        [("flask", "python3-flask"), ("gunicorn", "gunicorn"), ("locust", "python3-locust")];

    /// <summary>
    /// The first python3 in PATH that has all: a virtual environment's, or the system's, for which Debian packages install.
    /// </summary>
    /// <param name="lacking">What to install, when there is none.</param>
    /// <returns>Its path; null when there is none.</returns>
    public static string? Find(out string? lacking)
    {
        lacking = null;
        var folders = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':', StringSplitOptions.RemoveEmptyEntries);
        IReadOnlyList<string> fewest = ["python3", .. Needed.Select(needed => needed.Package)];
        foreach (var python in folders.Select(folder => Path.Combine(folder, "python3")).Where(File.Exists))
        {
            var missing = Missing(python);
            if (missing.Count == 0) return python;
            if (missing.Count < fewest.Count) fewest = missing;
        }

        lacking =
            $"the service needs {string.Join(", ", fewest)}: apt-get install {string.Join(' ', Needed.Select(needed => needed.Package))}";
        return null;
    }

    private static IReadOnlyList<string> Missing(string python)
    {
        // -I: what counts is what is there when the load test starts, without the current folder and PYTHONPATH.
        const string Code = "import importlib.util, sys; print(*(name for name in sys.argv[1:] if importlib.util.find_spec(name) is None))";
        var start = new ProcessStartInfo(
            python,
            ["-I", "-c", Code, .. Needed.Select(needed => needed.Module)]) { UseShellExecute = false, RedirectStandardOutput = true };
        try
        {
            using var process = Process.Start(start)!;
            var modules = process.StandardOutput.ReadToEnd().Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
            process.WaitForExit();
            if (process.ExitCode == 0) return [.. Needed.Where(needed => modules.Contains(needed.Module)).Select(needed => needed.Package)];
        }
        catch (Win32Exception)
        {
            // It cannot be executed.
        }

        return ["python3", .. Needed.Select(needed => needed.Package)];
    }
}
