"""The applications: how each is started, loaded, and asked for its own count of collections."""
import glob
import json
import os
import re
import subprocess
import urllib.request

ASPNET = """
var builder = WebApplication.CreateBuilder(args);
builder.Logging.ClearProviders();
var app = builder.Build();
app.MapGet("/", () => Enumerable.Range(0, 2000).Select(i => new { Id = i, Name = "item " + i }));
app.MapGet("/own", () => GC.CollectionCount(0));
app.Run(args[0]);
"""
DJANGO = """
import gc, json
from django.conf import settings
from django.http import HttpResponse, JsonResponse
from django.urls import path
settings.configure(DEBUG=False, ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], SECRET_KEY="x")
def index(request):
    made = [{"a": [i], "b": {"c": i}} for i in range(3000)]
    return JsonResponse({"made": len(made)})
def own(request):
    return HttpResponse(str(sum(g["collections"] for g in gc.get_stats())))
urlpatterns = [path("", index), path("own", own)]
from django.core.wsgi import get_wsgi_application
application = get_wsgi_application()
"""


def fetch(url, data=None):
    with urllib.request.urlopen(urllib.request.Request(url, data=data), timeout=10) as answer:
        return answer.read().decode("utf-8", "replace")


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


class Service:
    """A program that serves: it is loaded, and asked for its own count at any time."""

    ready = "/"

    def __init__(self, name, runtime, port):
        self.name, self.runtime, self.port = name, runtime, port
        self.url = f"http://127.0.0.1:{port}"

    def prepare(self, folder):
        """Makes what the program needs."""

    def command(self, folder):
        raise NotImplementedError

    def ask(self, turn):
        fetch(self.url + "/")

    def own(self, pid):
        """Its own count of collections so far."""
        raise NotImplementedError

    def environment(self, folder):
        """What it is started with: its home is the folder."""
        return {**os.environ, "HOME": folder}


class GoService(Service):
    metrics = "/metrics"

    def __init__(self, name, port, command, ask=None, metrics_port=None, ready="/"):
        super().__init__(name, "go", port)
        self._command, self._ask, self._metrics_port, self.ready = command, ask, metrics_port or port, ready

    def command(self, folder):
        return [part.format(folder=folder, port=self.port) for part in self._command]

    def prepare(self, folder):
        write(folder, "prometheus.yml", "scrape_configs:\n- job_name: own\n  scrape_interval: 1s\n"
              f"  static_configs: [{{targets: ['127.0.0.1:{self.port}']}}]\n")
        write(folder, "Caddyfile", f"http://127.0.0.1:{self.port}\nroot * {folder}/site\nfile_server\n")
        write(folder, "site/index.html", "x" * 20_000)

    def ask(self, turn):
        self._ask(self.url, turn)

    def own(self, pid):
        text = fetch(f"http://127.0.0.1:{self._metrics_port}{self.metrics}")
        return int(float(re.findall(r"^go_gc_duration_seconds_count (\S+)", text, re.M)[0]))


class Tomcat(Service):
    def prepare(self, folder):
        base = os.path.join(folder, "base")
        for part in ("conf", "logs", "temp", "work", "webapps/ROOT"):
            os.makedirs(os.path.join(base, part), exist_ok=True)
        source = glob.glob("/usr/share/tomcat10/etc") or ["/etc/tomcat10"]
        with open(os.path.join(source[0], "web.xml"), encoding="utf-8") as file:
            write(base, "conf/web.xml", file.read())
        write(base, "conf/server.xml", f"""<Server port="-1"><Service name="Catalina"><Connector port="{self.port}" address="127.0.0.1"/>
<Engine name="Catalina" defaultHost="localhost"><Host name="localhost" appBase="webapps"/></Engine></Service></Server>""")
        write(base, "webapps/ROOT/index.jsp", "<% java.util.ArrayList<Object> l = new java.util.ArrayList<>(); "
              "for (int i = 0; i < 20000; i++) l.add(new byte[64]); out.print(l.size()); %>")

    def command(self, folder):
        return ["env", f"CATALINA_BASE={folder}/base", "CATALINA_HOME=/usr/share/tomcat10", "CATALINA_OPTS=-Xmx128m",
                "/usr/share/tomcat10/bin/catalina.sh", "run"]

    def own(self, pid):
        text = subprocess.run(["jcmd", str(pid), "PerfCounter.print"], capture_output=True, text=True, check=True).stdout
        return sum(int(count) for count in re.findall(r"^sun\.gc\.collector\.\d+\.invocations=(\d+)", text, re.M))


class AspNet(Service):
    def prepare(self, folder):
        write(folder, "app/Program.cs", ASPNET)
        write(folder, "app/app.csproj", '<Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup><TargetFramework>net10.0</TargetFramework>'
              "<ImplicitUsings>enable</ImplicitUsings></PropertyGroup></Project>")
        subprocess.run(["dotnet", "build", f"{folder}/app", "-c", "Release", "-o", f"{folder}/out", "-v", "quiet", "--nologo"],
                       check=True, stdout=subprocess.DEVNULL)

    def command(self, folder):
        return ["dotnet", f"{folder}/out/app.dll", self.url]

    def own(self, pid):
        return int(fetch(self.url + "/own"))


class Django(Service):
    def prepare(self, folder):
        write(folder, "site/served.py", DJANGO)

    def command(self, folder):
        return ["/usr/bin/python3", "/usr/bin/gunicorn", "--chdir", f"{folder}/site", "-w", "1",
                "-b", f"127.0.0.1:{self.port}", "served:application"]

    def own(self, pid):
        return int(fetch(self.url + "/own"))


class Batch:
    """A program that ends: its output and exit code must be those of a plain run."""

    def __init__(self, name, runtime, command, prepare=None, own=None):
        self.name, self.runtime, self._command, self._prepare, self._own = name, runtime, command, prepare, own

    def prepare(self, folder):
        if self._prepare:
            self._prepare(folder)

    def command(self, folder, out):
        return [part.format(folder=folder, out=out, here=os.path.dirname(os.path.abspath(__file__))) for part in self._command]

    def own(self, out):
        """Its own count of collections as the fewest and the most that may be recorded; None where the program has none."""
        return self._own(out) if self._own else None


def jvm_log(out):
    """Collections that the JVM itself wrote into a second log, each number once."""
    numbers = set()
    with open(f"{out}/own.log", encoding="utf-8") as file:
        for line in file:
            found = re.search(r"GC\((\d+)\) Pause", line)
            if found:
                numbers.add(found.group(1))
    return len(numbers), len(numbers)


def python_counts(out):
    """Collections before the agent began are not recorded; those while the interpreter ends are not in the program's count."""
    with open(f"{out}/own.json", encoding="utf-8") as file:
        before, all_of_it = json.load(file)
    return all_of_it - before, all_of_it + 3


def java_sources(folder):
    for i in range(400):
        body = "".join(f"  static java.util.List<String> m{j}(int a) {{\n    return java.util.stream.Stream.of(a, {j})"
                       '.map(x -> "v" + x).toList();\n  }\n' for j in range(25))
        write(folder, f"src/C{i}.java", f"class C{i} {{\n{body}}}\n")
    write(folder, "files.txt", "\n".join(f"{folder}/src/C{i}.java" for i in range(400)))


def sphinx_sources(folder):
    write(folder, "docs/conf.py", "project = 'x'\n")
    names = [f"page{i}" for i in range(60)]
    write(folder, "docs/index.rst", "Index\n=====\n\n.. toctree::\n\n" + "".join(f"   {name}\n" for name in names))
    for name in names:
        items = "".join(f"* item *{i}* of ``{name}`` and :ref:`search`\n" for i in range(150))
        write(folder, f"docs/{name}.rst", f"{name}\n======\n\n{items}")


def repository(folder):
    repo = f"{folder}/repo"
    subprocess.run(["hg", "init", repo], check=True)
    for i in range(30):
        for j in range(40):
            write(repo, f"d{j}/f{i}.txt", "line\n" * (i + j))
        subprocess.run(["hg", "-R", repo, "commit", "-A", "-q", "-m", f"change {i}", "-u", "x", "-d", "0 0"], check=True)


def dotnet_project(folder):
    write(folder, "lib/lib.csproj", '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework>'
          "</PropertyGroup></Project>")
    for i in range(100):
        write(folder, f"lib/C{i}.cs", f"public class C{i} {{ " + " ".join(f"public int M{j}(int a) => a + {j};" for j in range(50)) + " }")


def etcd_put(url, turn):
    fetch(url + "/v3/kv/put", json.dumps({"key": "Zm9v", "value": "YmFy" * 500}).encode())


def all_apps():
    own = "-J-Xlog:gc:file={out}/own.log"
    return [
        GoService("prometheus", 19090, ["prometheus", "--config.file={folder}/prometheus.yml", "--storage.tsdb.path={folder}/data",
                                        "--web.listen-address=127.0.0.1:{port}"],
                  lambda url, turn: fetch(url + "/metrics"), ready="/-/ready"),
        GoService("etcd", 12379, ["etcd", "--data-dir={folder}/data", "--listen-client-urls=http://127.0.0.1:{port}",
                                  "--advertise-client-urls=http://127.0.0.1:{port}", "--listen-peer-urls=http://127.0.0.1:12380"],
                  etcd_put, ready="/health"),
        GoService("caddy", 18080, ["caddy", "run", "--config", "{folder}/Caddyfile", "--adapter", "caddyfile"],
                  lambda url, turn: fetch(url + "/"), metrics_port=2019),
        Tomcat("tomcat", "jvm", 18081),
        AspNet("aspnet", "dotnet", 18082),
        Django("django", "cpython", 18083),
        Batch("javac", "jvm", ["javac", own, "-d", "{out}/classes", "@{folder}/files.txt"], java_sources, jvm_log),
        Batch("h2", "jvm", ["java", "-Xmx64m", "-Xlog:gc:file={out}/own.log", "-cp", "/usr/share/java/h2.jar", "org.h2.tools.Shell", "-url",
                            "jdbc:h2:mem:x", "-sql",
                            "create table t as select x, random_uuid() u from system_range(1, 150000); select count(*) from t;"],
              own=jvm_log),
        Batch("sphinx", "cpython", ["/usr/bin/python3", "{here}/own_counts.py", "{out}/own.json", "/usr/bin/sphinx-build", "-q", "-E",
                                    "-d", "{out}/trees", "{folder}/docs", "{out}/html"], sphinx_sources, python_counts),
        Batch("hg", "cpython", ["/usr/bin/python3", "{here}/own_counts.py", "{out}/own.json", "/usr/bin/hg",
                                "-R", "{folder}/repo", "log", "-p"],
              repository, python_counts),
        Batch("dotnet-build", "dotnet", ["dotnet", "build", "{folder}/lib", "--nologo", "-v", "quiet", "-o", "{out}/bin",
                                         "--disable-build-servers",
                                         "-p:UseSharedCompilation=false"], dotnet_project),
    ]
