using Unpause.Reports.Fleets;

namespace Unpause.Cli.Fleets;

/// <summary><c>unpause fleet send</c>: reports to a store.</summary>
internal static class FleetSend
{
    public static Command Create()
    {
        var inputs = new Argument<string[]>("DIR|GLOB")
            { Description = "Folders or globs of reports stored as JSON.", Arity = ArgumentArity.OneOrMore };
        var store = FleetAddress.Store(
            "Where to: clickhouse://[USER@]HOST[:PORT]/DATABASE, or the address of unpause fleet receive.");
        store.Required = true;
        var secret = FleetAddress.Secret("A file with the password or token of the store.");
        var command = new Command(
            "send",
            "Send stored reports to ClickHouse or to unpause fleet receive. "
            + "A report that is there already counts once, so repeat it freely.")
        {
            inputs, store, secret,
        };
        command.SetAction(parsed =>
        {
            if (!OperatingSystem.IsLinux()) throw LinuxOnly.Refusal(FleetCommand.Name);
            FleetInputs.Check(parsed.GetValue(inputs)!);
            return FleetProgram.Run(new FleetRequest
            {
                Action = FleetRequest.Send,
                Inputs = parsed.GetValue(inputs)!,
                Store = FleetAddress.Any(store.Name, parsed.GetValue(store)),
                SecretFile = FleetAddress.File(secret.Name, parsed.GetValue(secret)),
            });
        });
        return command;
    }
}

/// <summary><c>unpause fleet receive</c>: takes reports by HTTP.</summary>
internal static class FleetReceive
{
    private const string Help =
        """
        Receive reports by HTTP PUT into a folder, which unpause fleet reads. Senders need a token. Ctrl-C ends it.

        It speaks plain HTTP: for other machines, put a proxy with TLS in front of it.
        """;

    public static Command Create()
    {
        var listen = new Option<string>("--listen")
        {
            Description = "The address to listen on.", HelpName = "ADDRESS", DefaultValueFactory = _ => "127.0.0.1:9188",
        };
        var folder = new Option<string>("--folder")
        {
            Description = "The folder that keeps the reports.", HelpName = "DIR", Required = true,
        };
        var tokens = FleetAddress.Secret(
            "The file with the senders' tokens. A line is the SHA-256 of one (printf %s TOKEN | sha256sum), and if it is only for some "
            + "hosts, a pattern of their names: SHA256 web-*.");
        tokens.Required = true;
        var command = new Command("receive", Help) { listen, folder, tokens };
        command.SetAction(parsed =>
        {
            if (!OperatingSystem.IsLinux()) throw LinuxOnly.Refusal(FleetCommand.Name);
            return FleetProgram.Run(new FleetRequest
            {
                Action = FleetRequest.Receive,
                Listen = parsed.GetValue(listen),
                Folder = parsed.GetValue(folder),
                SecretFile = FleetAddress.File(tokens.Name, parsed.GetValue(tokens)),
            });
        });
        return command;
    }
}
