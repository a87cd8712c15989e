using System.Diagnostics;

namespace Unpause.Tests;

/// <summary>Holds a report against the published JSON Schema, with Debian's python3-jsonschema: a validator that is not ours.</summary>
internal static class ContractSchema
{
    /// <summary>The faults of a report; empty when it keeps the contract.</summary>
    /// <param name="json">The report.</param>
    /// <param name="schema">A schema's file, by its name in schema/ or its path.</param>
    /// <param name="withoutAdded">Whether members that the schema doesn't know are taken out first.</param>
    public static string Faults(string json, string schema = "unpause.report-1.schema.json", bool withoutAdded = false)
    {
        var start = new ProcessStartInfo("/usr/bin/python3")
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true
        };
        start.ArgumentList.Add(RepositoryFolder.File("tests", "validate_report.py"));
        start.ArgumentList.Add(RepositoryFolder.File("schema", schema));
        if (withoutAdded) start.ArgumentList.Add("--without-added");
        using var python = Process.Start(start)!;
        var error = python.StandardError.ReadToEndAsync();
        python.StandardInput.Write(json);
        python.StandardInput.Close();
        var faults = python.StandardOutput.ReadToEnd();
        python.WaitForExit();
        return python.ExitCode == 0 ? "" : faults + error.Result;
    }
}
