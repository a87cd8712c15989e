using System.Diagnostics;
using Unpause.Recordings.Secrets;

namespace Unpause.Tests.Secrets;

/// <summary>What is hidden and what stays, line by line.</summary>
public class RedactionTests
{
    private const string Jwt =
        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U";

    [Theory]
    // Options and properties by their names.
    [InlineData("app --password hunter2 serve", "app --password [hidden] serve")]
    [InlineData("app --password=hunter2 serve", "app --password=[hidden] serve")]
    [InlineData("java -Dpassword=hunter2 com.acme.Main", "java -Dpassword=[hidden] com.acme.Main")]
    [InlineData("-Ddb.password=x -Xmx4g", "-Ddb.password=[hidden] -Xmx4g")]
    [InlineData("-Dspring.datasource.password=p@ss", "-Dspring.datasource.password=[hidden]")]
    [InlineData("-Djavax.net.ssl.trustStorePassword=changeit", "-Djavax.net.ssl.trustStorePassword=[hidden]")]
    [InlineData("-Dauth=x", "-Dauth=[hidden]")]
    [InlineData("-PnexusPassword=x", "-PnexusPassword=[hidden]")]
    [InlineData("--token=abc.def", "--token=[hidden]")]
    [InlineData("--api-key abc", "--api-key [hidden]")]
    [InlineData("--apikey abc", "--apikey [hidden]")]
    [InlineData("--api_key=abc", "--api_key=[hidden]")]
    [InlineData("--openaiApiKey abc", "--openaiApiKey [hidden]")]
    [InlineData("--client-secret abc", "--client-secret [hidden]")]
    [InlineData("--aws-secret-access-key abc", "--aws-secret-access-key [hidden]")]
    [InlineData("--access-key-id abc", "--access-key-id [hidden]")]
    [InlineData("--private-key abc", "--private-key [hidden]")]
    [InlineData("--passphrase abc", "--passphrase [hidden]")]
    [InlineData("--pwd abc", "--pwd [hidden]")]
    [InlineData("--pass abc", "--pass [hidden]")]
    [InlineData("--session-id abc", "--session-id [hidden]")]
    [InlineData("--cookie a=b", "--cookie [hidden]")]
    [InlineData("--jwt abc", "--jwt [hidden]")]
    [InlineData("--signature abc", "--signature [hidden]")]
    [InlineData("--dsn abc", "--dsn [hidden]")]
    [InlineData("--credentials abc", "--credentials [hidden]")]
    [InlineData("PGPASSWORD=abc psql", "PGPASSWORD=[hidden] psql")]
    [InlineData("MYSQL_PWD=abc DBPassword=d", "MYSQL_PWD=[hidden] DBPassword=[hidden]")]
    [InlineData("password2=abc", "password2=[hidden]")]
    [InlineData("/password:abc", "/password:[hidden]")]
    [InlineData("pass:abc", "pass:[hidden]")]
    [InlineData("-p hunter2", "-p [hidden]")]
    // Short options of programs that are known.
    [InlineData("mysql -pSECRET -h db", "mysql -p[hidden] -h db")]
    [InlineData("/usr/bin/mysqldump -uroot -p'two words' shop", "/usr/bin/mysqldump -uroot -p'[hidden]' shop")]
    [InlineData("sh -c \"mariadb -p1234 shop\"", "sh -c \"mariadb -p[hidden] shop\"")]
    [InlineData("sshpass -p 1234 ssh host -p 22", "sshpass -p [hidden] ssh host -p 22")]
    [InlineData("sshpass -pabc ssh host", "sshpass -p[hidden] ssh host")]
    [InlineData("curl -uadmin:hunter2 http://host", "curl -uadmin:[hidden] http://host")]
    [InlineData("redis-cli -a hunter2 ping", "redis-cli -a [hidden] ping")]
    [InlineData("mongosh -p 1234 -u x", "mongosh -p [hidden] -u x")]
    [InlineData("mysql --version ; app -parallel", "mysql --version ; app -parallel")]
    [InlineData("app -parallel -a b", "app -parallel -a b")]
    [InlineData("app --key hunter2 x", "app --key [hidden] x")]
    [InlineData("app --key /etc/tls.key x", "app --key /etc/tls.key x")]
    [InlineData("-u admin:hunter2 x", "-u admin:[hidden] x")]
    [InlineData("--token --password x", "--token --password [hidden]")]
    // Quotes.
    [InlineData("--password \"my secret words\" serve", "--password \"[hidden]\" serve")]
    [InlineData("--password='my secret words' serve", "--password='[hidden]' serve")]
    [InlineData("sh -c \"app --password 'two words' go\"", "sh -c \"app --password '[hidden]' go\"")]
    [InlineData("\"--password=my secret\" go", "\"--password=[hidden]\" go")]
    [InlineData("--config '{\"password\": \"x\", \"threads\": 4}'", "--config '{\"password\": \"[hidden]\", \"threads\": 4}'")]
    [InlineData("{\"token\":\"a b\",\"n\":1}", "{\"token\":\"[hidden]\",\"n\":1}")]
    [InlineData("password: hunter2", "password: [hidden]")]
    [InlineData("password = hunter2 x", "password = [hidden] x")]
    // Headers and connection strings.
    [InlineData("-H \"Authorization: Bearer abc\" x", "-H \"Authorization: [hidden]\" x")]
    [InlineData("-H 'X-Api-Key: abc'", "-H 'X-Api-Key: [hidden]'")]
    [InlineData("Authorization: Basic dXNlcg== then", "Authorization: [hidden] then")]
    [InlineData("Bearer abc", "Bearer [hidden]")]
    [InlineData("Server=db;User Id=sa;Password=my pw;Timeout=3", "Server=db;User Id=sa;Password=[hidden];Timeout=3")]
    [InlineData("Server=db; Pwd=x", "Server=db; Pwd=[hidden]")]
    [InlineData("--ConnectionStrings:Main=Server=db;Password=x", "--ConnectionStrings:Main=[hidden]")]
    [InlineData("ConnectionStrings__Main=Server=db", "ConnectionStrings__Main=[hidden]")]
    [InlineData("-javaagent:a.jar=user=me,password=x,port=1", "-javaagent:a.jar=user=me,password=[hidden],port=1")]
    // URLs.
    [InlineData("postgres://user:pw@host/db", "postgres://[hidden]@host/db")]
    [InlineData("postgres://user:p@ss/w0rd@host/db", "postgres://[hidden]@host/db")]
    [InlineData("amqp://user:pa/ss@host", "amqp://[hidden]@host")]
    [InlineData("redis://:pw@host:6379/0", "redis://[hidden]@host:6379/0")]
    [InlineData("https://ghp@github.com/x", "https://[hidden]@github.com/x")]
    [InlineData("mongodb://u:p@h1:1,h2:2/db", "mongodb://[hidden]@h1:1,h2:2/db")]
    [InlineData("GET /x?access_token=1&page=2 HTTP/1.1", "GET /x?access_token=[hidden]&page=[hidden] HTTP/1.1")]
    [InlineData("https://h/x?q=a&code#f", "https://h/x?q=[hidden]&[hidden]#f")]
    [InlineData("https://h/x#access_token=a&y=b", "https://h/x#access_token=[hidden]&y=[hidden]")]
    [InlineData("jdbc:postgresql://h/db?user=me&password=x", "jdbc:postgresql://h/db?user=[hidden]&password=[hidden]")]
    [InlineData("jdbc:sqlserver://h:1433;user=sa;password=x;a=b", "jdbc:sqlserver://h:1433;user=sa;password=[hidden];a=b")]
    [InlineData("jdbc:oracle:thin:scott/tiger@//h:1521/s", "jdbc:oracle:thin:[hidden]@//h:1521/s")]
    [InlineData("-dsn2 root:pw@tcp(h:3306)/db", "-dsn2 [hidden]")]
    [InlineData("--db=root:pw@tcp(h:3306)/db", "--db=root:[hidden]@tcp(h:3306)/db")]
    // Shapes.
    [InlineData("run " + Jwt + " x", "run [hidden] x")]
    [InlineData("x AKIAIOSFODNN7EXAMPLE y", "x [hidden] y")]
    [InlineData("ghp_0123456789abcdefghijABCDEFGHIJ012345", "[hidden]")]
    [InlineData("x=github_pat_11ABCDEFG0abcdefghijkl_mnop", "x=[hidden]")]
    [InlineData("9f86d081884c7d659a2feaa0c55ad015", "[hidden]")]
    [InlineData("--x=q9Lx2/7hT0mZ+Rk4WvE1sYbC8uNfPj3AaGd6oIe5", "--x=[hidden]")]
    [InlineData("a -----BEGIN RSA PRIVATE KEY----- abc -----END RSA PRIVATE KEY----- b", "a [hidden] b")]
    [InlineData("a -----BEGIN PRIVATE KEY----- abc", "a [hidden]")]
    public void Redaction_Value_IsHiddenAndItsNameKept(string text, string expected)
    {
        Assert.Equal(expected, Redaction.Text(text));
        Assert.Equal(expected, Redaction.Text(expected));
    }

    [Theory]
    [InlineData("java -Xms4g -Xmx4g -XX:+UseG1GC -XX:MaxGCPauseMillis=50 -XX:G1HeapRegionSize=16m -jar app.jar")]
    [InlineData("-Xlog:gc*,safepoint:file=/var/log/gc-%p.log:uptime,level,tags:filecount=5,filesize=10m")]
    [InlineData("-XX:CompileCommand=exclude,com.acme.Token::next -XX:OnOutOfMemoryError=kill")]
    [InlineData("-Dcom.sun.management.jmxremote.password.file=/etc/jmx.password -Dcom.sun.management.jmxremote.authenticate=false")]
    [InlineData("-Djmxremote.password=false -Dsession.timeout=30 -Dauth.mode=basic -Dspark.sql.session.timeZone=UTC")]
    [InlineData("-Djava.security.auth.login.config=/etc/jaas.conf -Duser.name=me -Dauthor=me")]
    [InlineData("java -cp /app/lib/*:/app/classes org.apache.kafka.clients.consumer.internals.ConsumerCoordinator")]
    [InlineData("dotnet /app/Acme.Shop.Api.dll --urls http://0.0.0.0:8080 --environment Production")]
    [InlineData("/nix/store/9f86d081884c7d659a2feaa0c55ad015-openjdk-21.0.2/bin/java Main")]
    [InlineData("/var/lib/docker/containers/9f86d081884c7d659a2feaa0c55ad0159f86d081884c7d659a2feaa0c55ad015/x")]
    [InlineData("registry/app:1.0@sha256:9f86d081884c7d659a2feaa0c55ad0159f86d081884c7d659a2feaa0c55ad015")]
    [InlineData("-Drun=123e4567-e89b-12d3-a456-426614174000")]
    [InlineData("-Dversion=10.0.0-rc.1+b0f34d51fccc69fd334253924abd8d6853fad7aa")]
    [InlineData("checkout-service-7d4b9c6f5d-x2x7k.namespace.svc.cluster.local")]
    [InlineData("AbstractSingletonProxyFactoryBean2ConcurrentMarkSweepGenerationV1")]
    [InlineData("My-Service-API-Gateway-V2-Build1234-Release")]
    [InlineData("spring-boot-starter-actuator-autoconfigure-3.2.1-SNAPSHOT.jar")]
    [InlineData("python -m http.server -p 8080 --threads 4")]
    [InlineData("docker run -p 8080:80 -u root")]
    [InlineData("python train.py --max-tokens 4096 --tokenizer gpt2 --batch 8")]
    [InlineData("GOGC=50 GOMEMLIMIT=2GiB DOTNET_gcServer=1 DOTNET_GCHeapHardLimit=0x10000000 ./app")]
    [InlineData("git@github.com:acme/app.git")]
    [InlineData("npm i @scope/pkg https://registry.npmjs.org/@scope/pkg http://host:8080/@scope")]
    [InlineData("GC(3) Pause Young (Normal) (G1 Evacuation Pause) 512M->300M(1024M) 66.123ms")]
    [InlineData("It's a note: what's wrong? The log has 3 lines, e.g. \"[gc] oops")]
    [InlineData("C:\\Program Files\\app\\app.exe C:\\secret\\x")]
    [InlineData("12345678901234567890123456789012345678901234567890")]
    [InlineData("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")]
    [InlineData("")]
    [InlineData(" ")]
    [InlineData("= : ? & @ # -- \" ' ://")]
    public void Redaction_OrdinaryText_IsKept(string text) => Assert.Equal(text, Redaction.Text(text));

    [Fact]
    public void Redaction_Argument_IsHiddenToItsEnd()
    {
        Assert.Equal(
            ["app", "--password", "[hidden]", "--token=[hidden]", "serve", "-p", "8080", "-x", "sh -c --pwd [hidden] y"],
            Redaction.Arguments(
                ["app", "--password", "two words; a=b", "--token=a, b & c", "serve", "-p", "8080", "-x", "sh -c --pwd z y"]));
        Assert.Equal(["--password", "--verbose", "x"], Redaction.Arguments(["--password", "--verbose", "x"]));
    }

    [Theory]
    [InlineData("GET /reset/9f86d081884c7d659a2feaa0c55ad015/done", "GET /reset/[hidden]/done")]
    [InlineData("GET /orders/{id}/items", "GET /orders/{id}/items")]
    [InlineData("https://h/a?b=c", "https://h/a?b=[hidden]")]
    public void Redaction_RequestPath_IsRedactedToo(string name, string expected) => Assert.Equal(expected, Redaction.RequestName(name));

    [Theory]
    [InlineData("db.password", "x", "[hidden]")]
    [InlineData("OnOutOfMemoryError", "curl http://u:p@h/x", "curl http://[hidden]@h/x")]
    [InlineData("MaxHeapSize", "4294967296", "4294967296")]
    [InlineData("team", "shop", "shop")]
    public void Redaction_Setting_IsHiddenByItsName(string name, string value, string expected) =>
        Assert.Equal(expected, Redaction.Value(name, value));

    [Theory]
    [InlineData("--pässwort ü --password ünïcödé-秘密 x", "--pässwort ü --password [hidden] x")]
    [InlineData("--password=\u0007\u001b[31mred x", "--password=[hidden] x")]
    [InlineData("--password=\ud800 x", "--password=[hidden] x")]
    [InlineData("--password=a\u2028--token=b", "--password=[hidden]\u2028--token=[hidden]")]
    [InlineData("password\0=x", "password\0=x")]
    public void Redaction_ForeignAndControlCharacters_AreCharacters(string text, string expected) =>
        Assert.Equal(expected, Redaction.Text(text));

    [Theory]
    [InlineData("--password ")]
    [InlineData("password=")]
    [InlineData("a:b=")]
    [InlineData("\"")]
    [InlineData("'\"")]
    [InlineData("=\"")]
    [InlineData(";password=")]
    [InlineData(";password= a")]
    [InlineData("://a:b@")]
    [InlineData("://")]
    [InlineData("a@")]
    [InlineData("?a&")]
    [InlineData("-----BEGIN PRIVATE KEY-----")]
    [InlineData("-----BEGIN ")]
    [InlineData("eyJ")]
    [InlineData("eyJ.")]
    [InlineData("sk-")]
    [InlineData("aB3/")]
    [InlineData("password")]
    [InlineData("token=\"x")]
    [InlineData("ConnectionStrings:")]
    public void Redaction_LongText_TakesLinearTime(string part)
    {
        var text = string.Concat(Enumerable.Repeat(part, 400_000 / part.Length));
        var watch = Stopwatch.StartNew();
        Redaction.Text(text);
        Redaction.Arguments([text, text]);
        Redaction.RequestName(text);
        Assert.True(watch.Elapsed < TimeSpan.FromSeconds(5), $"{watch.Elapsed} for {text.Length} characters");
    }
}
