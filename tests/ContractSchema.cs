using System.Diagnostics;

namespace Unpause.Tests;

/// <summary>Holds a report against the published JSON Schema, with Debian's python3-jsonschema: a validator that is not ours.</summary>
internal static class ContractSchema
{
    /// <summary>The faults of a report; empty when it keeps the contract.</summary>
    public static string Faults(string json, string schema = "unpause.report-1.schema.json")
    {
        var start = new ProcessStartInfo("/usr/bin/python3") { UseShellExecute = false, RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true };
        start.ArgumentList.Add(RepositoryFolder.File("tests", "validate_report.py"));
        start.ArgumentList.Add(RepositoryFolder.File("schema", schema));
        using var python = Process.Start(start)!;
        var error = python.StandardError.ReadToEndAsync();
        python.StandardInput.Write(json);
        python.StandardInput.Close();
        var faults = python.StandardOutput.ReadToEnd();
        python.WaitForExit();
        return python.ExitCode == 0 ? "" : faults + error.Result;
    }
}
