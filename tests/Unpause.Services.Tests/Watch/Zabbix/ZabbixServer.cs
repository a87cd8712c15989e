using System.Diagnostics;
using System.IO.Compression;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.Json.Nodes;
using Unpause.Services.Tests.Watch.Metrics;

namespace Unpause.Services.Tests.Watch.Zabbix;

/// <summary>
/// A real Zabbix server of Debian on loopback, with its API and with a PostgreSQL of its own in a temporary folder; Dispose ends all.
/// </summary>
internal sealed class ZabbixServer : IDisposable
{
    private const string Server = "/usr/sbin/zabbix_server", Frontend = "/usr/share/zabbix", Data = "/usr/share/zabbix-server-pgsql";
    private const string ConfigOfDebian = "/etc/zabbix/zabbix.conf.php";

    private static readonly string[] Sql = ["schema.sql.gz", "images.sql.gz", "data.sql.gz"];
    private static readonly TimeSpan MostStarting = TimeSpan.FromMinutes(2), MostEnding = TimeSpan.FromSeconds(30);
    private static readonly string? Postgres =
        Directory.Exists("/usr/lib/postgresql") ? Directory.GetDirectories("/usr/lib/postgresql").Max() + "/bin" : null;

    private readonly string _folder = Directory.CreateTempSubdirectory("unpause-zabbix-").FullName;
    private readonly Stack<(Process Process, string Signal)> _running = new();
    private readonly HttpClient _client = new() { Timeout = TimeSpan.FromMinutes(2) };
    private readonly Uri _api;
    private string? _session;

    /// <summary>Starts it.</summary>
    public ZabbixServer()
    {
        try
        {
            StartDatabase();
            Port = FreePort();
            StartServer();
            _api = new Uri($"http://127.0.0.1:{Unpause.Tests.FreePort.Find()}/api_jsonrpc.php");
            StartFrontend();
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>Whether Debian's packages are installed (./test installs them).</summary>
    public static bool IsThere => File.Exists(Server) && File.Exists("/usr/bin/zabbix_sender") && Directory.Exists(Frontend)
        && Postgres is not null && File.Exists("/usr/bin/php");

    /// <summary>The port of trapper items.</summary>
    public int Port { get; }

    /// <summary>Calls its API.</summary>
    public JsonNode Call(string method, JsonNode parameters)
    {
        var request = new JsonObject { ["jsonrpc"] = "2.0", ["method"] = method, ["id"] = 1, ["params"] = parameters };
        if (_session is not null) request["auth"] = _session;
        using var content = new StringContent(request.ToJsonString(), Encoding.UTF8, "application/json-rpc");
        using var answer = _client.PostAsync(_api, content).Result;
        var document = JsonNode.Parse(answer.Content.ReadAsStringAsync().Result)!;
        Assert.True(document["error"] is null, $"{method}: {document["error"]?.ToJsonString()}");
        return document["result"]!;
    }

    /// <summary>Makes a host with a template.</summary>
    public void AddHost(string name, string template)
    {
        var found = Call("template.get", Filter("host", template))[0]!["templateid"]!.GetValue<string>();
        var group = Call("hostgroup.get", Filter("name", "Linux servers"))[0]!["groupid"]!.GetValue<string>();
        Call("host.create", JsonNode.Parse(
            $$"""{"host":"{{name}}","groups":[{"groupid":"{{group}}"}],"templates":[{"templateid":"{{found}}"}]}""")!);
    }

    /// <summary>The values of an item, the oldest first; null while there is no such item.</summary>
    public IReadOnlyList<string>? History(string host, string key)
    {
        var found = Call("item.get", JsonNode.Parse(
            $$$"""{"output":["itemid","value_type"],"filter":{"host":"{{{host}}}","key_":"{{{key}}}"}}""")!).AsArray();
        if (found.Count == 0) return null;
        var (id, type) = (found[0]!["itemid"]!.GetValue<string>(), found[0]!["value_type"]!.GetValue<string>());
        return [.. Call("history.get", JsonNode.Parse(
            $$"""{"output":["value"],"history":{{type}},"itemids":"{{id}}","sortfield":"clock"}""")!).AsArray()
            .Select(value => value!["value"]!.GetValue<string>())];
    }

    /// <summary>Names of the problems of a host.</summary>
    public IReadOnlyList<string> Problems(string host)
    {
        var id = Call("host.get", Filter("host", host))[0]!["hostid"]!.GetValue<string>();
        return [.. Call("problem.get", JsonNode.Parse($$"""{"output":["name"],"hostids":"{{id}}"}""")!).AsArray()
            .Select(problem => problem!["name"]!.GetValue<string>())];
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var (process, signal) in _running)
        {
            if (!process.HasExited) Process.Start("kill", [$"-{signal}", $"{process.Id}"]).WaitForExit();
            if (!process.WaitForExit(MostEnding)) process.Kill(entireProcessTree: true);
            process.Dispose();
        }

        _client.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private static JsonNode Filter(string field, string value) => JsonNode.Parse($$$"""{"filter":{"{{{field}}}":"{{{value}}}"}}""")!;

    /// <summary>PostgreSQL never runs as root.</summary>
    private void StartDatabase()
    {
        string[] asPostgres = ["--reuid", "postgres", "--regid", "postgres", "--clear-groups"];
        Run("chown", "postgres", _folder);
        string[] encoding = ["-E", "UTF8", "--locale=C"];
        Run("setpriv", [.. asPostgres, $"{Postgres}/initdb", "-D", $"{_folder}/data", "-U", "zabbix", "-A", "trust", .. encoding, "-N"]);
        // A lost database costs nothing, so nothing is written through.
        Start(
            "INT", "setpriv",
            [
                .. asPostgres, $"{Postgres}/postgres", "-D", $"{_folder}/data", "-c", "listen_addresses=",
                "-c", $"unix_socket_directories={_folder}", "-c", "fsync=off", "-c", "full_page_writes=off", "-c", "synchronous_commit=off",
            ]);
        Await("PostgreSQL answers", () => Programs.Run("psql", null, [.. Database("postgres"), "-c", "select 1"]).ExitCode == 0);
        Run("psql", [.. Database("postgres"), "-c", "create database zabbix"]);
        foreach (var file in Sql)
        {
            using var packed = new GZipStream(File.OpenRead($"{Data}/{file}"), CompressionMode.Decompress);
            using var sql = new MemoryStream();
            packed.CopyTo(sql);
            var (_, error, code) = Programs.Run("psql", sql.ToArray(), [.. Database("zabbix"), "-v", "ON_ERROR_STOP=1"]);
            Assert.True(code == 0, $"{file}: {error}");
        }
    }

    private string[] Database(string name) => ["-q", "-h", _folder, "-U", "zabbix", "-d", name];

    private void StartServer()
    {
        // It reads the configuration each second instead of each minute.
        File.WriteAllText(
            $"{_folder}/server.conf",
            $"""
            ListenIP=127.0.0.1
            ListenPort={Port}
            LogFile={_folder}/server.log
            PidFile={_folder}/server.pid
            SocketDir={_folder}
            DBHost={_folder}
            DBName=zabbix
            DBUser=zabbix
            AllowRoot=1
            CacheUpdateFrequency=1
            StartPollers=1
            StartPreprocessors=1
            StartTrappers=2
            StartPingers=0
            StartDiscoverers=0
            StartHTTPPollers=0

            """);
        Start("TERM", Server, ["-c", $"{_folder}/server.conf", "-f"]);
        Await("the server listens", () =>
        {
            try
            {
                using var client = new TcpClient("127.0.0.1", Port);
                return true;
            }
            catch (SocketException)
            {
                return false;
            }
        });
    }

    private void StartFrontend()
    {
        Run("cp", "-rL", Frontend, $"{_folder}/ui");
        var config = $"{_folder}/ui/conf/zabbix.conf.php";
        var reader = $"{_folder}/ui/include/classes/core/CConfigFile.php";
        File.WriteAllText(reader, File.ReadAllText(reader).Replace(ConfigOfDebian, config, StringComparison.Ordinal));
        File.WriteAllText(
            config,
            $"""
            <?php
            $DB = ['TYPE' => 'POSTGRESQL', 'SERVER' => '{_folder}', 'PORT' => '0', 'DATABASE' => 'zabbix', 'USER' => 'zabbix',
              'PASSWORD' => '', 'SCHEMA' => '', 'ENCRYPTION' => false, 'DOUBLE_IEEE754' => true];
            $ZBX_SERVER = '127.0.0.1';
            $ZBX_SERVER_PORT = '{Port}';
            $IMAGE_FORMAT_DEFAULT = IMAGE_FORMAT_PNG;
            """);
        Start("TERM", "php", ["-d", "memory_limit=256M", "-S", _api.Authority, "-t", $"{_folder}/ui"]);
        Await("the API answers", () =>
        {
            try
            {
                _session = Call("user.login", JsonNode.Parse("""{"user":"Admin","password":"zabbix"}""")!).GetValue<string>();
                return true;
            }
            catch (AggregateException e) when (e.InnerException is HttpRequestException)
            {
                return false;
            }
        });
    }

    /// <summary>The server takes no port above 32767.</summary>
    private static int FreePort()
    {
        while (true)
        {
            using var listener = new TcpListener(IPAddress.Loopback, Random.Shared.Next(20_000, 32_000));
            try
            {
                listener.Start();
                return ((IPEndPoint)listener.LocalEndpoint).Port;
            }
            catch (SocketException)
            {
                // Somebody uses it.
            }
        }
    }

    private static void Run(string program, params string[] arguments)
    {
        var (output, error, code) = Programs.Run(program, null, arguments);
        Assert.True(code == 0, $"{program}: {output}{error}");
    }

    private void Start(string signal, string program, string[] arguments)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            UseShellExecute = false, RedirectStandardError = true, RedirectStandardOutput = true, WorkingDirectory = _folder,
        };
        var process = Process.Start(start)!;
        _running.Push((process, signal));
        _ = process.StandardError.ReadToEndAsync();
        _ = process.StandardOutput.ReadToEndAsync();
    }

    private void Await(string what, Func<bool> isSo)
    {
        for (var since = Stopwatch.GetTimestamp(); !isSo(); Thread.Sleep(100))
        {
            Assert.False(_running.Peek().Process.HasExited, $"{what}: it has ended");
            Assert.True(Stopwatch.GetElapsedTime(since) < MostStarting, what);
        }
    }
}
