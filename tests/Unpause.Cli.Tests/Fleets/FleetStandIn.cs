using System.Text.Json;

namespace Unpause.Cli.Tests.Fleets;

/// <summary>
/// A copy of the program's folder, in which a script stands for <c>unpause-fleet</c>: it keeps the request. Without a script there is none.
/// </summary>
internal sealed class FleetStandIn : IDisposable
{
    public FleetStandIn()
    {
        var copy = Directory.CreateDirectory(Folder["program"]).FullName;
        foreach (var file in Directory.GetFiles(AppContext.BaseDirectory))
        {
            var name = Path.GetFileName(file);
            if (!name.StartsWith("unpause-fleet", StringComparison.Ordinal)) File.CreateSymbolicLink(Path.Combine(copy, name), file);
        }

        // The program's own folder is that of its real file.
        Dll = Path.Combine(copy, "Unpause.Cli.dll");
        File.Delete(Dll);
        File.Copy(Cli.Dll, Dll);
    }

    /// <summary>Its folder, in which commands run.</summary>
    public TemporaryFolder Folder { get; } = new();

    public string Dll { get; }

    public bool WasAsked => File.Exists(Folder["request"]);

    public void Dispose() => Folder.Dispose();

    public Cli.Result Unpause(params string[] arguments) =>
        Cli.Program(Folder.Path, ["env", $"XDG_STATE_HOME={Folder["state"]}", "dotnet", Dll, .. arguments]);

    public JsonElement Request() => JsonDocument.Parse(File.ReadAllText(Folder["request"])).RootElement;

    public void Program(string script)
    {
        var program = Path.Combine(Folder["program"], "unpause-fleet");
        File.WriteAllText(program, $"#!/bin/sh\ncat > {Folder["request"]}\n{script}\n");
        File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }
}
