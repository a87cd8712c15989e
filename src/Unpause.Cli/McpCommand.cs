using System.Diagnostics;
using System.Runtime.InteropServices;
using Unpause.Recorder.Posix;

namespace Unpause.Cli;

/// <summary>
/// <c>unpause mcp</c>: becomes the program <c>unpause-services</c>, which lies beside this one and has the protocol's library. On
/// Linux in the same process, so that a client's signals and pipes reach it.
/// </summary>
internal static class McpCommand
{
    public const string Name = "mcp";

    private const string FolderName = "--folder";

    public static Command Create()
    {
        var folder = new Option<string[]>(FolderName)
        {
            Description = "What the agent may read: this folder and what is below. Repeatable. Default: the current folder.",
            HelpName = "DIR",
            AllowMultipleArgumentsPerToken = true,
        };
        var command = new Command(
            Name,
            "Serve coding agents over the Model Context Protocol (MCP) on standard input and output: reports, findings, longest pauses, "
            + "comparisons. Read-only and offline: nothing is recorded, written or sent. To add it to an agent: "
            + "{\"command\": \"unpause\", \"args\": [\"mcp\", \"--folder\", \".\"]}") { folder };
        command.SetAction(parsed => Run(parsed.GetValue(folder) ?? []));
        return command;
    }

    private static int Run(string[] folders)
    {
        var program = ServicesProgram.Path(Name);
        string[] arguments = [Name, .. folders.SelectMany(folder => new[] { FolderName, Path.GetFullPath(folder) })];
        if (OperatingSystem.IsLinux())
        {
            _ = LibC.Execute(program, [program, .. arguments, null]);
            throw new UserMistake($"{program} cannot be started: {Marshal.GetLastPInvokeErrorMessage()}");
        }

        using var child = Process.Start(new ProcessStartInfo(program, arguments) { UseShellExecute = false })!;
        child.WaitForExit();
        return child.ExitCode;
    }
}

/// <summary>The program <c>unpause-services</c>, which lies beside this one.</summary>
internal static class ServicesProgram
{
    private const string Name = "unpause-services";

    /// <summary>Its path.</summary>
    /// <param name="command">The command that needs it.</param>
    /// <exception cref="UserMistake">It is not there.</exception>
    public static string Path(string command)
    {
        var path = System.IO.Path.Combine(AppContext.BaseDirectory, OperatingSystem.IsWindows() ? $"{Name}.exe" : Name);
        if (File.Exists(path)) return path;
        throw new UserMistake(
            $"{Name} is not in {AppContext.BaseDirectory}: unpause {command} needs it; the packages for Linux have it beside unpause");
    }
}
