# Two ClickHouse servers of the tests' own, on free ports of the loopback, that know each other as the cluster `both`.
skip_without_clickhouse <- function() {
  skip_on_cran()
  skip_on_os(c("windows", "mac"))
  for (package in c("dbplyr", "RClickhouse")) skip_if_not_installed(package)
  skip_if(Sys.which("clickhouse-server") == "", "no ClickHouse server (make test-engines installs one)")
}

free_port <- function() {
  repeat {
    port <- sample(20000:40000, 1)
    socket <- try(suppressWarnings(serverSocket(port)), silent = TRUE)
    if (!inherits(socket, "try-error")) {
      close(socket)
      return(port)
    }
  }
}

clickhouse_config <- function(dir, port, ports) {
  tag <- function(name, ...) paste0("<", name, ">", paste0(..., collapse = ""), "</", name, ">")
  replica <- function(port) tag("shard", tag("replica", tag("host", "127.0.0.1"), tag("port", port)))
  own <- function(...) file.path(dir, ...)
  user <- tag("default", "<password/>", tag("networks", tag("ip", "127.0.0.1")), "<profile>default</profile>",
    "<quota>default</quota>")
  writeLines(
    tag("yandex", tag("profiles", "<default/>"), tag("users", user), tag("quotas", "<default/>")), own("users.xml")
  )
  writeLines(tag(
    "yandex", tag("logger", tag("level", "trace"), tag("log", own("log")), tag("errorlog", own("errors"))),
    tag("tcp_port", port), tag("listen_host", "127.0.0.1"),
    tag("path", own("data"), "/"), tag("tmp_path", own("tmp"), "/"),
    tag("users_config", own("users.xml")), tag("default_profile", "default"), tag("default_database", "default"),
    tag("mark_cache_size", "100000000"), tag("remote_servers", tag("both", vapply(ports, replica, "")))
  ), own("config.xml"))
}

start_clickhouse <- function() {
  dir <- tempfile("ch", if (dir.exists("/tmp")) "/tmp" else tempdir())
  ports <- c(free_port(), free_port())
  servers <- new.env()
  servers$dir <- file.path(dir, 1:2)
  servers$pids <- vapply(1:2, function(i) {
    own <- servers$dir[i]
    dir.create(file.path(own, "data"), recursive = TRUE)
    clickhouse_config(own, ports[i], ports)
    command <- sprintf("clickhouse-server --config-file=%s", shQuote(file.path(own, "config.xml")))
    as.integer(system(sprintf("%s > %s 2>&1 & echo $!", command, shQuote(file.path(own, "out"))), intern = TRUE))
  }, 0L)
  servers$connect <- function(i = 1) {
    deadline <- Sys.time() + 60
    repeat {
      con <- try(DBI::dbConnect(
        getExportedValue("RClickhouse", "clickhouse")(), host = "127.0.0.1", port = ports[i]
      ), silent = TRUE)
      if (!inherits(con, "try-error")) {
        return(con)
      }
      if (Sys.time() > deadline) stop("ClickHouse does not start: ", paste(readLines(file.path(servers$dir[i], "out"))))
      Sys.sleep(0.2)
    }
  }
  servers$log <- function(i) readLines(file.path(servers$dir[i], "log"), warn = FALSE)
  servers$stop <- function(i = 1:2) {
    tools::pskill(servers$pids[i], tools::SIGKILL)
    if (length(i) == 2) unlink(dir, recursive = TRUE)
  }
  reg.finalizer(servers, function(servers) servers$stop(), onexit = TRUE)
  servers
}
