using System.Diagnostics;
using System.Net;
using System.Runtime.CompilerServices;
using Unpause.Fleet.Receiving;

namespace Unpause.Fleet.Tests.Receiving;

/// <summary>
/// The test program as a receiver or a sender that a test can kill. It is one when the environment says so, before any test begins.
/// </summary>
internal static class ChildProgram
{
    private const string Role = "UNPAUSE_FLEET_TEST_ROLE", Folder = "UNPAUSE_FLEET_TEST_FOLDER", Port = "UNPAUSE_FLEET_TEST_PORT";

    public static Process StartReceiver(string folder, int port) => Start("receiver", folder, port);

    public static Process StartSender(string folder, int port) => Start("sender", folder, port);

    /// <summary>Ends one as kill -9 does.</summary>
    public static async Task KillAsync(Process process)
    {
        process.Kill();
        await process.WaitForExitAsync();
        process.Dispose();
    }

    [ModuleInitializer]
    internal static void RunRole()
    {
        var role = Environment.GetEnvironmentVariable(Role);
        if (role is null) return;
        var folder = Environment.GetEnvironmentVariable(Folder)!;
        var address = new IPEndPoint(IPAddress.Loopback, int.Parse(Environment.GetEnvironmentVariable(Port)!));
        if (role == "receiver")
        {
            new ReportReceiver(new() { Listen = address, Folder = folder, Tokens = null }).RunAsync(_ => { }, default).Wait();
        }
        else
        {
            using var sender = new ReportSender(new($"http://{address}"), null, folder, TimeProvider.System, TimeSpan.FromSeconds(10));
            sender.RunAsync(TimeSpan.FromMilliseconds(20), _ => { }, default).Wait();
        }

        Environment.Exit(0);
    }

    private static Process Start(string role, string folder, int port)
    {
        var start = new ProcessStartInfo(Path.Combine(AppContext.BaseDirectory, typeof(ChildProgram).Assembly.GetName().Name!));
        start.Environment[Role] = role;
        start.Environment[Folder] = folder;
        start.Environment[Port] = port.ToString();
        return Process.Start(start)!;
    }
}
